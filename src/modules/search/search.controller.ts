import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { SearchBody, SearchParameters } from './dto/search.requests.ts';
import { SearchResponse } from './dto/search.response.ts';
import { searchRequest } from './search-request.ts';
import { SearchService } from './search.service.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

@ApiTags('Search')
@Controller('v1/:tenant/search')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Get()
  @RequireKey('public')
  // Each answer has a query_id of its own.
  @Header('cache-control', 'no-store')
  @Header('content-type', JSON_TYPE)
  @ApiOperation({ summary: 'Search the catalogue; without q, browse by popularity', operationId: 'search' })
  @ApiOkResponse({ type: SearchResponse })
  get(@Tenant() tenant: TenantContext, @Query() query: SearchParameters): Promise<Buffer> {
    return this.searches.search(tenant, searchRequest(query.toSearch(), 'query'));
  }

  @Post()
  @HttpCode(200)
  @RequireKey('public', { role: 'viewer' })
  @Header('cache-control', 'no-store')
  @Header('content-type', JSON_TYPE)
  @ApiOperation({ summary: 'Search with a JSON body', operationId: 'searchWithBody' })
  @ApiOkResponse({ type: SearchResponse })
  post(@Tenant() tenant: TenantContext, @Body() body: SearchBody): Promise<Buffer> {
    return this.searches.search(tenant, searchRequest(body, 'body'));
  }
}
