/** The usual tier aliases, in the order in which they are shown. */
export const presetTiers: readonly string[] = ['lite', 'plus', 'ultra'];
