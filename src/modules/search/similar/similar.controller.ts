import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { writeHits } from '../answer.ts';
import { SimilarParameters, SimilarResponse } from './similar.dto.ts';
import { SimilarService } from './similar.service.ts';

@ApiTags('Items')
@Controller('v1/:tenant/items/:id/similar')
export class SimilarController {
  constructor(private readonly similar: SimilarService) {}

  @Get()
  @RequireKey('public')
  @Header('cache-control', 'private, max-age=60')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'Items like one',
    description: 'Of its type: by rare words, categories, brand, price band, and what is bought or picked with it.',
    operationId: 'similarItems',
  })
  @ApiOkResponse({ type: SimilarResponse })
  async get(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() { limit }: SimilarParameters,
  ): Promise<Buffer> {
    return writeHits({}, 'items', await this.similar.similar(tenant, id, limit));
  }
}
