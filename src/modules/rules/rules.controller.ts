import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ExpectedVersions } from '../../kernel/edited.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { IfMatch, NoQuery, PageQuery, TagVersions } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { CreateRuleRequest, draftOf, patchOf, PatchRuleRequest } from './dto/rule.requests.ts';
import { RuleConflictsResponse } from './dto/conflicts.response.ts';
import { RulePageResponse, RuleResponse } from './dto/rule.response.ts';
import { RulesService } from './rules.service.ts';

@ApiTags('Rules')
@TagVersions()
@Controller('v1/:tenant/rules')
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'List the rules in the order of their effect', operationId: 'listRules' })
  @ApiOkResponse({ type: RulePageResponse })
  list(@Tenant() tenant: TenantContext, @Query() page: PageQuery): Promise<RulePageResponse> {
    return this.rules.list(tenant, page);
  }

  @Post()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Create a rule; searches obey it at once', operationId: 'createRule' })
  @ApiCreatedResponse({ type: RuleResponse })
  create(@Tenant() tenant: TenantContext, @Body() body: CreateRuleRequest, @Query() _: NoQuery): Promise<RuleResponse> {
    return this.rules.create(tenant, draftOf(body));
  }

  @Get('conflicts')
  @RequireKey('secret')
  @ApiOperation({
    summary: 'Rules that want different things of one search',
    description: 'Of the enabled rules whose time has not gone by. Synonyms of their words do not count.',
    operationId: 'listRuleConflicts',
  })
  @ApiOkResponse({ type: RuleConflictsResponse })
  conflicts(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<RuleConflictsResponse> {
    return this.rules.conflicts(tenant);
  }

  @Get(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a rule', operationId: 'readRule' })
  @ApiOkResponse({ type: RuleResponse })
  read(@Tenant() tenant: TenantContext, @Param('id') id: string, @Query() _: NoQuery): Promise<RuleResponse> {
    return this.rules.read(tenant, id);
  }

  @Patch(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Change the named fields of a rule', operationId: 'updateRule' })
  @ApiOkResponse({ type: RuleResponse })
  update(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Body() body: PatchRuleRequest,
    @Query() _: NoQuery,
  ): Promise<RuleResponse> {
    return this.rules.update(tenant, id, patchOf(body), expected);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Delete a rule', operationId: 'deleteRule' })
  @ApiNoContentResponse()
  delete(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Query() _: NoQuery,
  ): Promise<void> {
    return this.rules.delete(tenant, id, expected);
  }
}
