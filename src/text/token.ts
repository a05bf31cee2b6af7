/** One word of a text. */
export interface Token {
  /** Normalised word. */
  term: string;
  /** UTF-16 offsets of the word in the text as given, for highlights. */
  start: number;
  end: number;
  /**
   * True when only a connector (`-`, `/`, `_`, `&`, `+`, `.`) stands between the previous word and this one, as in
   * `t-shirt`: such runs are also searched joined.
   */
  joinsPrevious: boolean;
}
