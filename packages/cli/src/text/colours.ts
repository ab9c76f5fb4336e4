import picocolors from 'picocolors';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** `--no-color` beats `FORCE_COLOR`, which beats `NO_COLOR`; else colours are for terminals. */
export function coloursFor(
  output: { readonly isTTY?: boolean },
  variables: Readonly<Record<string, string | undefined>>,
  isForbidden: boolean,
): Colours {
  return picocolors.createColors(!isForbidden && wantsColour(output, variables));
}

function wantsColour(
  output: { readonly isTTY?: boolean },
  variables: Readonly<Record<string, string | undefined>>,
): boolean {
  const forced = variables['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (variables['NO_COLOR'] !== undefined && variables['NO_COLOR'] !== '') return false;
  return output.isTTY === true && variables['TERM'] !== 'dumb';
}
