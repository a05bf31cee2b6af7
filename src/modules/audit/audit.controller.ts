import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { AuditTrail } from './audit-trail.ts';
import { AuditPageResponse, AuditQuery } from './dto/audit.dto.ts';

@ApiTags('Audit')
@Controller('v1/:tenant/audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Who changed what, the newest first; kept for two years', operationId: 'listAudit' })
  @ApiOkResponse({ type: AuditPageResponse })
  list(@Tenant() tenant: TenantContext, @Query() query: AuditQuery): Promise<AuditPageResponse> {
    const { kind, subject_id: subjectId, actor, from, to } = query;
    const time = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
    return this.trail.list(tenant, { kind, subjectId, actor, from: time(from), to: time(to) }, query);
  }
}
