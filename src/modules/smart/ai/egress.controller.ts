import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { EgressPageResponse, EgressQuery } from './dto/egress.dto.ts';
import { EgressLedger } from './egress-ledger.ts';

@ApiTags('Smart')
@Controller('v1/:tenant/smart')
export class EgressController {
  constructor(private readonly ledger: EgressLedger) {}

  @Get('egress')
  @RequireKey('secret')
  @ApiOperation({
    summary: 'List every payload that went to the AI provider, byte for byte, the newest first',
    operationId: 'listEgress',
  })
  @ApiOkResponse({ type: EgressPageResponse })
  list(@Tenant() tenant: TenantContext, @Query() query: EgressQuery): Promise<EgressPageResponse> {
    return this.ledger.list(tenant, query, query.run_id);
  }
}
