import type { JudgedQuery } from './catalogue.ts';
import type { Contender } from './contenders.ts';

/** Hits of a query that are looked through for judged products: the window of the search endpoint. */
const WINDOW = 1_000;
const CUT = 10;

/**
 * nDCG at 10 over judged products (Järvelin and Kekäläinen 2002, gain 2^grade − 1): products that nobody judged are
 * taken out of the list first, because they are neither right nor wrong. Null when no judged product is any good.
 */
export function ndcg(found: readonly string[], grades: ReadonlyMap<string, number>): number | null {
  const judged = found.flatMap((id) => grades.get(id) ?? []);
  const ideal = gainOf([...grades.values()].sort((a, b) => b - a));
  return ideal === 0 ? null : gainOf(judged) / ideal;
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, CUT).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

export interface JudgedResult {
  contender: string;
  queries: number;
  ndcg: number;
  /** Share of the queries that found nothing at all. */
  zeroResults: number;
  perQuery: { query: string; ndcg: number; found: number }[];
}

export async function measureJudged(contender: Contender, judged: readonly JudgedQuery[]): Promise<JudgedResult> {
  const perQuery: JudgedResult['perQuery'] = [];
  for (const { query, grades } of judged) {
    const found = await contender.search(query, WINDOW);
    const value = ndcg(found, grades);
    if (value !== null) perQuery.push({ query, ndcg: value, found: found.length });
  }
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    contender: contender.name,
    queries: perQuery.length,
    ndcg: mean(perQuery.map((one) => one.ndcg)),
    zeroResults: mean(perQuery.map(({ found }) => (found === 0 ? 1 : 0))),
    perQuery,
  };
}
