/**
 * A time of a statement's parameter, moved by so much, as SQL. The planner works it out before it plans and leaves out the
 * partitions beyond it: `timestamptz + interval` depends on the session's time zone, so that hundreds of days are planned for
 * (100 ms and more of a report) and left out when it runs. Days have 24 hours.
 */
export const movedTime = (parameter: string, by: string): string =>
  `((${parameter}::timestamptz at time zone 'UTC' + interval '${by}') at time zone 'UTC')`;
