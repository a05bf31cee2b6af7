import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/index.ts';

export interface Attempt {
  admitted: boolean;
  /** Admitted within the window, this one with them. */
  count: number;
  /** The next one to leave the window. */
  oldest: Date;
}

/** A sliding log by name, in one row each: its lock puts attempts at once behind each other, in whichever process. */
@Injectable()
export class SignInAttemptsRepository {
  /** Needs a system transaction. `window` in milliseconds. A refused attempt is not counted. */
  async admit(tx: Transaction, name: Buffer, limit: number, window: number, now: Date): Promise<Attempt> {
    const since = new Date(now.getTime() - window);
    const [admitted] = await tx.query<{ count: number; oldest: Date }>(
      `insert into sign_in_attempts as known (name, times) values ($1, array[$2::timestamptz])
       on conflict (name) do update set times = array(select t from unnest(known.times) t where t > $3 order by t) || $2
         where (select count(*) from unnest(known.times) t where t > $3) < $4
       returning cardinality(times) as count, times[1] as oldest`,
      [name, now, since, limit],
    );
    if (admitted) return { admitted: true, ...admitted };
    const [refused] = await tx.query<{ oldest: Date | null }>(
      `select min(t) as oldest from sign_in_attempts, unnest(times) t where name = $1 and t > $2`,
      [name, since],
    );
    return { admitted: false, count: limit, oldest: refused?.oldest ?? now };
  }

  /** Needs a system transaction. */
  async deleteBefore(tx: Transaction, at: Date): Promise<void> {
    await tx.query('delete from sign_in_attempts where times[cardinality(times)] < $1', [at]);
  }
}
