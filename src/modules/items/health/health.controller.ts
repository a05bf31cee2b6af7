import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { Transform } from 'class-transformer';
import { NoQuery, PageQuery } from '../../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { itemResponse, ItemPageResponse } from '../dto/item.dto.ts';
import { SOURCE, SOURCE_HELP } from '../item.ts';
import { CatalogHealthReader, FINDING_CHECKS, type FindingCheck } from './catalog-health.ts';
import { CatalogItemsReader } from './catalog-items.ts';
import { HEALTH_CHECKS, type HealthCheck } from './checks.ts';

class HealthSampleResponse {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'Its first 200 characters.' }) title!: string;
}

class HealthFindingResponse {
  @ApiProperty({ enum: FINDING_CHECKS }) check!: FindingCheck;
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

const LONGEST = 512;

class CatalogItemsQuery extends PageQuery {
  @ApiPropertyOptional({ maxLength: LONGEST, description: 'Words, each in the title, the id, the sku or the gtin.' })
  @IsOptional()
  @IsString({ message: 'q must be a text.' })
  @MaxLength(LONGEST, { message: `q may have ${LONGEST} characters.` })
  q?: string;

  @ApiPropertyOptional({ enum: HEALTH_CHECKS, description: 'Only items of which this is so.' })
  @IsOptional()
  @IsIn(HEALTH_CHECKS, { message: `check must be one of ${HEALTH_CHECKS.join(', ')}.` })
  check?: HealthCheck;

  @ApiPropertyOptional({ type: Boolean, description: 'An item that says nothing of its stock is in stock.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsIn([true, false], { message: 'in_stock must be true or false.' })
  in_stock?: boolean;

  @ApiPropertyOptional({ description: 'Only items that this feeding catalogue wrote.' })
  @IsOptional()
  @Matches(SOURCE, { message: SOURCE_HELP })
  source?: string;
}

/** Not below `items`, where any word may be the id of one. */
@ApiTags('Items')
@Controller('v1/:tenant/catalog')
export class CatalogHealthController {
  constructor(
    private readonly health: CatalogHealthReader,
    private readonly items: CatalogItemsReader,
  ) {}

  @Get('health')
  @RequireKey('secret')
  @ApiOperation({ summary: 'What is missing or odd about the catalogue', operationId: 'catalogHealth' })
  @ApiOkResponse({ type: CatalogHealthResponse })
  read(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<CatalogHealthResponse> {
    return this.health.get(tenant);
  }

  @Get('items')
  @RequireKey('secret')
  @ApiOperation({
    summary: 'Items by words, stock and what is missing or odd about them, by id',
    description: 'Of the first 100,000 by id.',
    operationId: 'listCatalogItems',
  })
  @ApiOkResponse({ type: ItemPageResponse })
  async list(@Tenant() tenant: TenantContext, @Query() query: CatalogItemsQuery): Promise<ItemPageResponse> {
    const page = await this.items.list(tenant, query, query);
    return { ...page, rows: page.rows.map(itemResponse) };
  }
}
