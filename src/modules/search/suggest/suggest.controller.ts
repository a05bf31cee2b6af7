import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { writeHits } from '../answer.ts';
import { SuggestParameters, SuggestResponse } from './suggest.dto.ts';
import { SuggestService } from './suggest.service.ts';

@ApiTags('Search')
@Controller('v1/:tenant/suggest')
export class SuggestController {
  constructor(private readonly suggestions: SuggestService) {}

  @Get()
  @RequireKey('public')
  // A shopper types back and forth.
  @Header('cache-control', 'private, max-age=30')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'Suggest queries and items for what is typed so far',
    description: 'Learned queries by prefix, with wrong letters forgiven, and the first hits. It is no search event.',
    operationId: 'suggest',
  })
  @ApiOkResponse({ type: SuggestResponse })
  async get(@Tenant() tenant: TenantContext, @Query() { q, limit }: SuggestParameters): Promise<Buffer> {
    const { queries, items } = await this.suggestions.suggest(tenant, q, limit);
    return writeHits({ queries }, 'items', items);
  }
}
