import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { NoQuery } from '../../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { CatalogHealthReader, HEALTH_CHECKS, type HealthCheck } from './catalog-health.ts';

class HealthSampleResponse {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'Its first 200 characters.' }) title!: string;
}

class HealthFindingResponse {
  @ApiProperty({ enum: HEALTH_CHECKS }) check!: HealthCheck;
  @ApiProperty({ type: 'integer' }) items!: number;
  @ApiProperty({ type: [HealthSampleResponse], description: 'The first 5.' }) samples!: HealthSampleResponse[];
}

class CatalogHealthResponse {
  @ApiProperty({ type: 'integer', description: 'Documents of the catalogue.' }) items!: number;
  @ApiProperty({ type: 'integer', description: 'Those that were looked at, 100,000 at most.' }) checked!: number;
  @ApiProperty({ type: String, format: 'date-time', description: 'Up to a minute ago.' }) checked_at!: Date;
  @ApiProperty({ type: [HealthFindingResponse], description: 'Every check, also those that found nothing.' })
  findings!: HealthFindingResponse[];
}

/** Not below `items`, where any word may be the id of one. */
@ApiTags('Items')
@Controller('v1/:tenant/catalog/health')
export class CatalogHealthController {
  constructor(private readonly health: CatalogHealthReader) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'What is missing or odd about the catalogue', operationId: 'catalogHealth' })
  @ApiOkResponse({ type: CatalogHealthResponse })
  read(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<CatalogHealthResponse> {
    return this.health.get(tenant);
  }
}
