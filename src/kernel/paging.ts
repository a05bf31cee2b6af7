/** Every list answers in this envelope; `total` counts all matches, not the rows of the page. */
export interface Page<T> {
  total: number;
  rows: T[];
  limit: number;
  offset: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
}

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
