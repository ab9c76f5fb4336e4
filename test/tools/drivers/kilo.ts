import type { Driver } from './driver.ts';
import { opencode } from './opencode.ts';

/** A fork: used as opencode is. */
export const kilo: Driver = {
  ...opencode,
  tool: 'kilo',
  file: '.config/kilo/kilo.jsonc',
  variables: {
    KILO_DISABLE_MODELS_FETCH: '1',
    KILO_DISABLE_AUTOUPDATE: '1',
    KILO_TELEMETRY_LEVEL: 'off',
    // Its own list has hundreds of rows, and it waits for its servers without this one.
    KILO_CONFIG_CONTENT: '{"enabled_providers":["modelrack","house"]}',
  },
  // As after its first start: without it, that start changes a file with settings.
  prepare: (lab) => lab.home.write('.config/kilo/.bash-permission-migrated', ''),
};
