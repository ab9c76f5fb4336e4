/** What the usual tiers stand for as long as there is no connection. */
export const demoTiers = { lite: ['demo/chat'], plus: ['demo/long'], ultra: ['demo/huge'] } as const;
