import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { ExpectedVersions } from '../../kernel/edited.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { IfMatch, NoQuery, TagVersions } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import {
  CreateSynonymRequest,
  ImportSynonymsRequest,
  MAX_IMPORT_BYTES,
  patchOf,
  PatchSynonymRequest,
  SynonymFormatQuery,
  SynonymListQuery,
} from './dto/synonym.requests.ts';
import { exportFile, ImportResponse, SynonymPageResponse, SynonymResponse } from './dto/synonym.response.ts';
import { SynonymExchange } from './synonym-exchange.ts';
import { SynonymsService } from './synonyms.service.ts';

@ApiTags('Synonyms')
@TagVersions()
@Controller('v1/:tenant/synonyms')
export class SynonymsController {
  constructor(
    private readonly synonyms: SynonymsService,
    private readonly exchange: SynonymExchange,
  ) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'List the synonyms, newest first', operationId: 'listSynonyms' })
  @ApiOkResponse({ type: SynonymPageResponse })
  list(@Tenant() tenant: TenantContext, @Query() query: SynonymListQuery): Promise<SynonymPageResponse> {
    return this.synonyms.list(tenant, { text: query.q, source: query.source }, query);
  }

  @Post()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Create a synonym; searches use it at once', operationId: 'createSynonym' })
  @ApiCreatedResponse({ type: SynonymResponse })
  create(
    @Tenant() tenant: TenantContext,
    @Body() body: CreateSynonymRequest,
    @Query() _: NoQuery,
  ): Promise<SynonymResponse> {
    return this.synonyms.create(tenant, body.toDraft());
  }

  @Post('import')
  @HttpCode(200)
  @RequireKey('secret', { bodyLimit: MAX_IMPORT_BYTES })
  @ApiOperation({
    summary: 'Add the synonyms of a CSV or Solr text; wrong lines do not lose the others',
    operationId: 'importSynonyms',
  })
  @ApiOkResponse({ type: ImportResponse })
  import(
    @Tenant() tenant: TenantContext,
    @Body() body: ImportSynonymsRequest,
    @Query() query: SynonymFormatQuery,
  ): Promise<ImportResponse> {
    return this.exchange.import(tenant, query.format, body.content);
  }

  @Get('export')
  @RequireKey('secret')
  @ApiOperation({ summary: 'All synonyms as a text that import reads back', operationId: 'exportSynonyms' })
  @ApiProduces('text/csv', 'text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(@Tenant() tenant: TenantContext, @Query() query: SynonymFormatQuery): Promise<StreamableFile> {
    return exportFile(query.format, await this.exchange.export(tenant, query.format));
  }

  @Get(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a synonym', operationId: 'readSynonym' })
  @ApiOkResponse({ type: SynonymResponse })
  read(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<SynonymResponse> {
    return this.synonyms.read(tenant, id);
  }

  @Patch(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Change the named fields of a synonym', operationId: 'updateSynonym' })
  @ApiOkResponse({ type: SynonymResponse })
  update(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Body() body: PatchSynonymRequest,
    @Query() _: NoQuery,
  ): Promise<SynonymResponse> {
    return this.synonyms.update(tenant, id, patchOf(body), expected);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Delete a synonym', operationId: 'deleteSynonym' })
  @ApiNoContentResponse()
  delete(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Query() _: NoQuery,
  ): Promise<void> {
    return this.synonyms.delete(tenant, id, expected);
  }
}
