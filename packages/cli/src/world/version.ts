declare const MODELRACK_VERSION: string | undefined;

/** Put in by the bundler; the sources, run as they are, have none. */
export const version = typeof MODELRACK_VERSION === 'string' ? MODELRACK_VERSION : '0.0.0-source';
