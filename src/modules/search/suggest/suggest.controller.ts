import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { writeHits } from '../answer.ts';
import { SuggestBody, SuggestParameters, SuggestResponse } from './suggest.dto.ts';
import { SuggestService } from './suggest.service.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

@ApiTags('Search')
@Controller('v1/:tenant/suggest')
export class SuggestController {
  constructor(private readonly suggestions: SuggestService) {}

  @Get()
  @RequireKey('public')
  // A shopper types back and forth.
  @Header('cache-control', 'private, max-age=30')
  @Header('content-type', JSON_TYPE)
  @ApiOperation({
    summary: 'Suggest queries and items for what is typed so far',
    description: 'Learned queries by prefix, with wrong letters forgiven, and the first hits. It is no search event.',
    operationId: 'suggest',
  })
  @ApiOkResponse({ type: SuggestResponse })
  get(@Tenant() tenant: TenantContext, @Query() query: SuggestParameters): Promise<Buffer> {
    return this.#answer(tenant, query);
  }

  @Post()
  @HttpCode(200)
  @RequireKey('public', { role: 'viewer' })
  @Header('cache-control', 'no-store')
  @Header('content-type', JSON_TYPE)
  @ApiOperation({
    summary: 'Suggest with a JSON body',
    description:
      'For pages of another origin: browsers keep the answer to a preflight by address, and here every keystroke has the same.',
    operationId: 'suggestWithBody',
  })
  @ApiOkResponse({ type: SuggestResponse })
  post(@Tenant() tenant: TenantContext, @Body() body: SuggestBody): Promise<Buffer> {
    return this.#answer(tenant, body);
  }

  async #answer(tenant: TenantContext, fields: SuggestParameters | SuggestBody): Promise<Buffer> {
    const { q, limit } = fields.toRequest();
    const { queries, items } = await this.suggestions.suggest(tenant, q, limit);
    return writeHits({ queries }, 'items', items);
  }
}
