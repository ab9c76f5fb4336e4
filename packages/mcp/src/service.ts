import type { WorkShop } from './answers/work-shop.ts';
import type { Host } from './host.ts';

/** What lasts as long as the server runs. */
export interface Service {
  readonly host: Host;
  readonly shop: WorkShop;
  /** Milliseconds that a call may take. */
  readonly ceiling: number;
}
