/** The service shows the first 1,000 hits. */
const WINDOW = 1_000;

export function pageCount(hits: number, perPage: number): number {
  return Math.max(1, Math.ceil(Math.min(hits, WINDOW) / perPage));
}

/** First, last, and what lies around the current page; null where some are left out. */
export function pageList(current: number, count: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const gap = at === 0 ? 1 : page - pages[at - 1]!;
    if (gap === 1) return [page];
    // A gap of one page takes no more room than the page itself.
    return gap === 2 ? [page - 1, page] : [null, page];
  });
}
