import { Body, Controller, Delete, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { WriteGate } from '../items/index.ts';
import {
  DeletedResponse,
  DeletedSourceResponse,
  MAX_PUSH_BYTES,
  PushRequest,
  PushResponse,
  readPush,
  SourceQuery,
} from './dto/indexing.dto.ts';
import { IndexingService } from './indexing.service.ts';
import type { PushResult } from './push.ts';

/** Errors in a problem; `results` has them all. */
const MAX_REPORTED = 100;

@ApiTags('Indexing')
@Controller('api/v1/index')
@UseGuards(WriteGate)
export class IndexingController {
  constructor(private readonly indexing: IndexingService) {}

  @Post()
  @HttpCode(200)
  @RequireKey('indexer', { bodyLimit: MAX_PUSH_BYTES, judgesJson: true })
  @ApiOperation({
    summary: 'Push documents',
    description: 'Each document is judged by itself: a bad one never loses the good ones. At most 10 MiB a call.',
    operationId: 'pushDocuments',
  })
  @ApiBody({ type: PushRequest })
  @ApiOkResponse({ type: PushResponse, description: 'No document failed.' })
  @ApiResponse({ status: 207, type: PushResponse, description: 'Some documents failed; the others are in.' })
  async push(
    @Tenant() tenant: TenantContext,
    @Body() body: unknown,
    @Query() _: NoQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PushResponse> {
    const { source, documents } = readPush(body);
    const result = await this.indexing.push(tenant, source, documents);
    if (result.failed === result.received) {
      throw noneValid(result);
    }
    if (result.failed > 0) void reply.status(207);
    return result;
  }

  @Delete()
  @RequireKey('indexer')
  @ApiOperation({ summary: 'Delete every document of a source', operationId: 'deleteSource' })
  @ApiOkResponse({ type: DeletedSourceResponse })
  deleteSource(@Tenant() tenant: TenantContext, @Query() { source }: SourceQuery): Promise<DeletedSourceResponse> {
    return this.indexing.deleteSource(tenant, source);
  }

  @Delete(':id')
  @RequireKey('indexer')
  @ApiOperation({ summary: 'Delete a document', description: 'Idempotent.', operationId: 'deleteDocument' })
  @ApiOkResponse({ type: DeletedResponse })
  delete(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<DeletedResponse> {
    return this.indexing.delete(tenant, id);
  }
}

/** The same members as a 207, beside what every problem has. */
function noneValid(result: PushResult): ApiError {
  const errors = result.results.flatMap(({ error }) => error ?? []).slice(0, MAX_REPORTED);
  return new ApiError('validation_failed', 'No document is valid; see results.', { errors, members: { ...result } });
}
