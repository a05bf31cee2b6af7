import { Body, Controller, Get, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { DocumentSchema, ItemPageResponse, itemResponse, ItemResponse, ItemsQuery, readPatch } from './dto/item.dto.ts';
import { ItemsService } from './items.service.ts';
import { WriteGate } from './write-gate.ts';

@ApiTags('Items')
@Controller('v1/:tenant/items')
export class ItemsController {
  constructor(private readonly items: ItemsService) {}

  @Get()
  @RequireKey('public')
  @ApiOperation({ summary: 'List the items, by id', operationId: 'listItems' })
  @ApiOkResponse({ type: ItemPageResponse })
  async list(@Tenant() tenant: TenantContext, @Query() query: ItemsQuery): Promise<ItemPageResponse> {
    const page = await this.items.list(tenant, query, query);
    return { ...page, rows: page.rows.map(itemResponse) };
  }

  @Get(':id')
  @RequireKey('public')
  @ApiOperation({ summary: 'Read an item', operationId: 'readItem' })
  @ApiOkResponse({ type: ItemResponse })
  async read(@Tenant() tenant: TenantContext, @Param('id') id: string): Promise<ItemResponse> {
    return itemResponse(await this.items.read(tenant, id));
  }

  @Patch(':id')
  @RequireKey('secret')
  @UseGuards(WriteGate)
  @ApiOperation({
    summary: 'Change fields of an item',
    description: 'Absent fields stay, null clears, attributes merge by key.',
    operationId: 'updateItem',
  })
  @ApiBody({ type: DocumentSchema })
  @ApiOkResponse({ type: ItemResponse })
  async patch(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() _: NoQuery,
  ): Promise<ItemResponse> {
    return itemResponse(await this.items.patch(tenant, id, readPatch(body)));
  }
}
