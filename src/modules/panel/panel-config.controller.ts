import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NoQuery } from '../../platform/http/index.ts';
import { API_VERSION } from '../../platform/openapi/index.ts';
import { OpenRoute } from '../../platform/tenancy/index.ts';
import { PanelConfigResponse } from '../accounts/index.ts';
import { IdentityProvider } from './oidc/identity-provider.ts';

const LOCALES = ['en', 'es', 'de', 'fr'];

@ApiTags('Panel')
@Controller('panel/api/config')
export class PanelConfigController {
  constructor(private readonly provider: IdentityProvider) {}

  @Get()
  @OpenRoute()
  @Header('cache-control', 'no-cache')
  @ApiOperation({ summary: 'What the panel knows before anybody signs in', operationId: 'panelConfig' })
  @ApiOkResponse({ type: PanelConfigResponse })
  read(@Query() _: NoQuery): PanelConfigResponse {
    const { label } = this.provider;
    return { oidc: label === null ? null : { label }, version: API_VERSION, locales: LOCALES };
  }
}
