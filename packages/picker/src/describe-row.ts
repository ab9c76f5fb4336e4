import type { PickerRow } from './row.ts';
import { fitOf, windowText, type Fit } from './window-fit.ts';

/** What a list shows of a model. */
export interface RowView {
  readonly id: string;
  readonly form: PickerRow['form'];
  /** `200k`; undefined: not known. */
  readonly window: string | undefined;
  /** Of the thread that is going on; undefined without one. */
  readonly fit: Fit | undefined;
}

/** `tokens`: of the thread that is going on, if there is one. */
export function describeRow({ id, form, contextWindow }: PickerRow, tokens?: number): RowView {
  return {
    id,
    form,
    window: windowText(contextWindow),
    fit: tokens === undefined ? undefined : fitOf(contextWindow, tokens),
  };
}
