/** What the picker knows of a model; more fields than these may be there, and come back untouched. */
export interface PickerRow {
  /** Exactly what goes behind `/model `. */
  readonly id: string;
  /** `alias`: a bare name of a tier. `full`: `<provider>/<model>`. */
  readonly form: 'alias' | 'full';
  /** `chat`, `image`, … */
  readonly kind: string;
  /** What people call it; searched as well. */
  readonly name?: string | undefined;
  /** Tokens; undefined: not known, and never guessed. */
  readonly contextWindow?: number | undefined;
  /** Dollars per million tokens that are read; undefined: not known. */
  readonly inputPrice?: number | undefined;
  readonly deprecated?: boolean | undefined;
}
