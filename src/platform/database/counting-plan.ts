/**
 * Run first in a transaction that counts events. Today's partitions have no statistics yet: the planner takes them for
 * empty and compares every event with every other one (25,000 events took over 15 s, hashed 0.3 s). Sorts of a large shop's
 * day go to disk beyond the memory given here.
 */
export const COUNTING_SETTINGS = `
  set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`;
export const COUNTING_PLAN = `select ${COUNTING_SETTINGS}`;
