import { movedTime } from '../../../platform/database/index.ts';

/** For the planner, which knows nothing of the times of `input`: `$15` is the first of them, `$16` the last. */
const EARLIEST = movedTime('$15', '-30 days');

/**
 * Which search a conversion is owed to (section 3 of the contract), for each row of `input`: the query_id it names, else
 * the last click on the item in its session, else the last search of the session within 24 h that returned the item.
 * What was served is told by our clock and compared with the arrival, since the sender's clock may be off.
 */
export const ATTRIBUTED = `
  attributed as (
    select i.tenant_id, i.id,
      case when i.query_id is not null then 'query_id' when click.id is not null then 'click'
           when served.query_id is not null then 'search' else 'none' end as attribution,
      case when i.query_id is not null then named.normalized_query
           else coalesce(click.normalized_query, served.normalized_query) end as attributed_query,
      coalesce(i.query_id, click.query_id, served.query_id) as attributed_query_id,
      case when i.query_id is not null then named.at else coalesce(click.occurred_at, served.served_at) end
        as attributed_at,
      case when i.query_id is not null then named.channel else coalesce(click.channel, served.channel) end as channel
    from input i
    left join lateral (
      select normalized_query, channel, served_at as at from served_searches s
      where s.tenant_id = i.tenant_id and s.query_id = i.query_id
      union all
      select normalized_query, channel, occurred_at from searches s
      where s.tenant_id = i.tenant_id and s.session_id = i.session_id and s.query_id = i.query_id
        and s.occurred_at > i.occurred_at - interval '30 days' and s.occurred_at > ${EARLIEST}
      union all
      select normalized_query, channel, occurred_at from clicks c
      where c.tenant_id = i.tenant_id and c.session_id = i.session_id and c.query_id = i.query_id
        and c.occurred_at > i.occurred_at - interval '30 days' and c.occurred_at > ${EARLIEST}
      limit 1
    ) named on i.query_id is not null
    left join lateral (
      select c.id, c.normalized_query, c.query_id, c.occurred_at, c.channel from clicks c
      where c.tenant_id = i.tenant_id and c.session_id = i.session_id and c.item_id = i.item_id
        and c.occurred_at <= i.occurred_at and c.occurred_at > i.occurred_at - interval '30 days'
        and c.occurred_at <= $16 and c.occurred_at > ${EARLIEST}
      order by c.occurred_at desc, c.received_at desc limit 1
    ) click on i.query_id is null
    left join lateral (
      select s.query_id, s.normalized_query, s.served_at, s.channel from served_searches s
      where s.tenant_id = i.tenant_id and s.session_id = i.session_id and i.item_id = any(s.item_ids)
        and s.served_at > i.occurred_at - interval '24 hours'
        and s.served_at <= greatest(i.occurred_at, i.received_at)
      order by s.served_at desc, s.query_id desc limit 1
    ) served on i.query_id is null and click.id is null)`;
