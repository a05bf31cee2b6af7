import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { SettingsReader } from '../tenants/index.ts';
import { addDays, dayAt } from '../tracking/index.ts';
import type { RepeatedClicksResponse } from './dto/opportunities.dto.ts';
import { MetricsReader, type MetricsRequest } from './metrics.reader.ts';
import { pairsOneByOne, repeatedPairs } from './pairs.ts';
import { readPeriod } from './period.ts';

const DEFAULT_DAYS = 30;

/** Items that shoppers pick again and again for the same words: a pin would save them the way. */
@Injectable()
export class RepeatedClicksService {
  constructor(
    private readonly reader: MetricsReader,
    private readonly settings: SettingsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(tenant: TenantContext, request: MetricsRequest & PageRequest): Promise<RepeatedClicksResponse> {
    const { timezone } = await this.settings.get(tenant);
    const now = this.clock.now();
    const last = request.to?.slice(0, 10) ?? dayAt(now, timezone).day;
    const period = readPeriod(request.from ?? addDays(last, 1 - DEFAULT_DAYS), request.to, timezone, now);
    const { limit, offset } = request;
    const { total, rows } = await this.reader.read(
      tenant,
      period,
      request.channel,
      (scope) => (period.whole ? repeatedPairs : pairsOneByOne)(scope, { limit, offset }),
      ({ paired }) => paired,
    );
    const listed = rows.map((row) => ({ ...row, suggested_rule: pinOf(row.query, row.item_id) }));
    return { from: period.from, to: period.to, total, rows: listed, limit, offset };
  }
}

/** As `POST rules` takes it. */
function pinOf(query: string, id: string) {
  return {
    name: `Pin for "${query}"`.slice(0, 200),
    conditions: [{ match: 'is' as const, pattern: query }],
    actions: { pin: [{ id, position: 1 }] },
  };
}
