import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { NoQuery } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { RejectRequest, SuggestionListQuery } from './dto/suggestion.requests.ts';
import {
  AcceptedResponse,
  DecidedResponse,
  SuggestionPageResponse,
  SuggestionWithHistoryResponse,
  toAccepted,
  toSuggestion,
  toSuggestionPage,
  toSuggestionWithHistory,
} from './dto/suggestion.responses.ts';
import { SuggestionsService } from './suggestions.service.ts';

@ApiTags('Smart')
@Controller('v1/:tenant/smart/suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'List suggestions, those that wait for review by default', operationId: 'listSuggestions' })
  @ApiOkResponse({ type: SuggestionPageResponse })
  async list(@Tenant() tenant: TenantContext, @Query() query: SuggestionListQuery): Promise<SuggestionPageResponse> {
    return toSuggestionPage(await this.suggestions.list(tenant, query.toFilter(), query));
  }

  @Get(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a suggestion with its history', operationId: 'readSuggestion' })
  @ApiOkResponse({ type: SuggestionWithHistoryResponse })
  async read(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() _: NoQuery,
  ): Promise<SuggestionWithHistoryResponse> {
    return toSuggestionWithHistory(await this.suggestions.read(tenant, id));
  }

  @Post(':id/accept')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Accept a suggestion: searches use its synonym at once', operationId: 'acceptSuggestion' })
  @ApiOkResponse({ type: AcceptedResponse })
  async accept(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() _: NoQuery,
  ): Promise<AcceptedResponse> {
    return toAccepted(await this.suggestions.accept(tenant, id));
  }

  @Post(':id/reject')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({
    summary: 'Reject a suggestion; it is looked at again when the business memory changes',
    operationId: 'rejectSuggestion',
  })
  @ApiBody({ type: RejectRequest, required: false })
  @ApiOkResponse({ type: DecidedResponse })
  async reject(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Body() body: RejectRequest,
    @Query() _: NoQuery,
  ): Promise<DecidedResponse> {
    return { suggestion: toSuggestion(await this.suggestions.reject(tenant, id, body.reason ?? null)) };
  }

  @Post(':id/revert')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Undo an accepted or applied suggestion', operationId: 'revertSuggestion' })
  @ApiOkResponse({ type: DecidedResponse })
  async revert(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() _: NoQuery,
  ): Promise<DecidedResponse> {
    return { suggestion: toSuggestion(await this.suggestions.revert(tenant, id)) };
  }
}
