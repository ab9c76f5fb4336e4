import type { RackError } from '@modelrack/errors';
import type { RequestOptions, Response } from '@modelrack/http';

/** What every request of one fetch has in common. */
export interface ListContext extends Pick<RequestOptions, 'variables' | 'signal' | 'onRetry' | 'pause'> {
  readonly key: string | undefined;
  readonly isForced: boolean;
}
export type ListAnswer =
  | { readonly kind: 'page'; readonly body: unknown; readonly response: Response }
  | { readonly kind: 'not-modified'; readonly response: Response }
  /** `isElsewhere`: the list may still be at another URL. */
  | { readonly kind: 'failure'; readonly error: RackError; readonly isElsewhere: boolean };
