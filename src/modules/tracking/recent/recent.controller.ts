import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { NoQuery } from '../../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import type { EventKind } from '../event.ts';
import { RecentEvents } from './recent-events.ts';

const text = { type: String, nullable: true } as const;
const whole = { type: 'integer', nullable: true } as const;

class RecentEventResponse {
  @ApiProperty({ type: String, format: 'date-time', description: 'When it arrived.' }) at!: Date;
  @ApiProperty({ enum: ['search', 'click', 'conversion'] }) kind!: EventKind;
  @ApiProperty({ ...text, description: 'As typed; null when it looks personal, or is not known.' })
  query!: string | null;
  @ApiProperty(whole) results_count!: number | null;
  @ApiProperty(text) item_id!: string | null;
  @ApiProperty(whole) position!: number | null;
  @ApiProperty({ ...text, description: 'Decimal.' }) revenue!: string | null;
  @ApiProperty(text) currency!: string | null;
  @ApiProperty(text) channel!: string | null;
}

class RecentEventsResponse {
  @ApiProperty({ type: [RecentEventResponse], description: 'Of the last 15 minutes, the newest first, 50 at most.' })
  rows!: RecentEventResponse[];
}

@ApiTags('Tracking')
@Controller('v1/:tenant/tracking/recent')
export class RecentController {
  constructor(private readonly events: RecentEvents) {}

  @Get()
  @RequireKey('secret')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'What has just happened in the shop, without who did it', operationId: 'recentEvents' })
  @ApiOkResponse({ type: RecentEventsResponse })
  async list(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<RecentEventsResponse> {
    return { rows: await this.events.list(tenant) };
  }
}
