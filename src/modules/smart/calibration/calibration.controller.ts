import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { NoQuery } from '../../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../../platform/tenancy/index.ts';
import { CalibrationResponse } from '../dto/calibration.response.ts';
import { CalibrationService } from './calibration.service.ts';

@ApiTags('Smart')
@Controller('v1/:tenant/smart/calibration')
export class CalibrationController {
  constructor(private readonly calibration: CalibrationService) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'How right the suggestions were, and the thresholds to choose', operationId: 'calibration' })
  @ApiOkResponse({ type: CalibrationResponse })
  read(@Tenant() tenant: TenantContext, @Query() _: NoQuery): Promise<CalibrationResponse> {
    return this.calibration.report(tenant);
  }
}
