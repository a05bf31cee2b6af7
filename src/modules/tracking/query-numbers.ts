/** Queries that one row of `rollup_query_sets` speaks of. */
export const SET_BITS = 4_096;
/** SQL of a set without any. */
export const NO_QUERIES = `B'0'::bit(${SET_BITS})`;

/** Held by who gives numbers to queries or takes them away. */
export const numbersLock = (tenantId: string): string => `query numbers ${tenantId}`;
