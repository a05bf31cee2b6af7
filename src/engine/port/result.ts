export interface SearchResult {
  /** Hits that match every word, pins included. */
  total: number;
  totalRelation: 'eq' | 'gte';
  /** Hits below them that match only the most informative words. */
  totalRelaxed: number;
  hits: EngineHit[];
  facets: FacetResult[];
  /** Words read as another word of the catalogue. */
  typos: { from: string; to: string }[];
  /** The query as it was understood when that differs from what was typed. */
  correctedQuery: string | null;
  /** The words that could be left out, when relaxed hits were added. */
  relaxation: { optional: string[] } | null;
  /** Ids of the synonyms through which a hit of this answer matched. */
  synonymsUsed: string[];
}

export interface EngineHit {
  id: string;
  /** The document's JSON object in UTF-8, to be copied into the answer unparsed. */
  json: Uint8Array;
  /** HTML-escaped text with `<mark>` only. `description` is null when the document has none. */
  highlight: { title: string; description: string | null };
  pinned: boolean;
  relaxed: boolean;
  explanation?: RankingExplanation;
}

/** The ordered ranking rules with what each found; comparing two hits rule by rule gives their order. */
export interface RankingExplanation {
  rules: { name: string; value: number; better: 'higher' | 'lower'; detail?: string }[];
}

export interface FacetResult {
  field: string;
  values: { value: string | number | boolean; count: number }[];
  /** For numbers, over the whole match set. */
  stats?: { min: number; max: number; avg: number; sum: number };
}

export interface IndexStats {
  documents: number;
  segments: number;
  bytes: number;
  version: number;
}
