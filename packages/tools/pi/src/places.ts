/** Of the folder of ours that belongs to a gateway: what stands before the gateway's name. */
export const folderStart = 'pi-';

/** Among the user's extensions. */
export function extensionName(gateway: string): string {
  return `m-${gateway}.js`;
}

/** In the gateway's folder: what that extension loads. CommonJS, which pi runs as it stands, without translating it. */
export const moduleName = 'extension.cjs';
