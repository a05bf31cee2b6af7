import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { CsvInterceptor } from './csv.interceptor.ts';
import { ItemsQuery, PeriodPageQuery, PeriodQuery, QueriesQuery, TimeseriesQuery } from './dto/metrics.requests.ts';
import {
  ConversionsResponse,
  ItemsResponse,
  OverviewResponse,
  QueriesResponse,
  TimeseriesResponse,
} from './dto/metrics.responses.ts';
import { MetricsService } from './metrics.service.ts';

@ApiTags('Metrics')
@ApiProduces('application/json', 'text/csv')
@UseInterceptors(CsvInterceptor)
@Controller('v1/:tenant/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get('overview')
  @RequireKey('secret')
  @ApiOperation({
    summary: 'The figures of a period, beside those of the period before',
    operationId: 'metricsOverview',
  })
  @ApiOkResponse({ type: OverviewResponse })
  overview(@Tenant() tenant: TenantContext, @Query() query: PeriodQuery): Promise<OverviewResponse> {
    return this.metrics.overview(tenant, query);
  }

  @Get('timeseries')
  @RequireKey('secret')
  @ApiOperation({ summary: 'One figure by hour or local day', operationId: 'metricsTimeseries' })
  @ApiOkResponse({ type: TimeseriesResponse })
  timeseries(@Tenant() tenant: TenantContext, @Query() query: TimeseriesQuery): Promise<TimeseriesResponse> {
    return this.metrics.timeseries(tenant, query);
  }

  @Get('queries')
  @RequireKey('secret')
  @ApiOperation({ summary: 'What was searched for, most often first', operationId: 'metricsQueries' })
  @ApiOkResponse({ type: QueriesResponse })
  queries(@Tenant() tenant: TenantContext, @Query() query: QueriesQuery): Promise<QueriesResponse> {
    return this.metrics.queries(tenant, query);
  }

  @Get('items')
  @RequireKey('secret')
  @ApiOperation({ summary: 'What was clicked and bought', operationId: 'metricsItems' })
  @ApiOkResponse({ type: ItemsResponse })
  items(@Tenant() tenant: TenantContext, @Query() query: ItemsQuery): Promise<ItemsResponse> {
    return this.metrics.items(tenant, query);
  }

  @Get('conversions')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Each conversion with what it is owed to, newest first', operationId: 'metricsConversions' })
  @ApiOkResponse({ type: ConversionsResponse })
  conversions(@Tenant() tenant: TenantContext, @Query() query: PeriodPageQuery): Promise<ConversionsResponse> {
    return this.metrics.conversions(tenant, query);
  }
}
