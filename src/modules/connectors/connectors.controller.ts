import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ExpectedVersions } from '../../kernel/edited.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { IfMatch, NoQuery, PageQuery, TagVersions } from '../../platform/http/index.ts';
import { RequireKey, Tenant } from '../../platform/tenancy/index.ts';
import { ConnectorTrials } from './connector-trials.ts';
import { ConnectorsService } from './connectors.service.ts';
import {
  CreateConnectorRequest,
  DetectConnectorRequest,
  draftOf,
  PatchConnectorRequest,
  patchOf,
  TestConnectorRequest,
} from './dto/connector.requests.ts';
import {
  ConnectorPageResponse,
  ConnectorResponse,
  DetectionResponse,
  PresetListResponse,
  TestConnectorResponse,
  toConnectorPage,
  toConnectorResponse,
} from './dto/connector.responses.ts';

/** A sample page of a merchant; deeper or larger ones are not needed to propose a configuration. */
const SAMPLE_BYTES = 2 * 1024 * 1024;

@ApiTags('Connectors')
@TagVersions()
@Controller('v1/:tenant/connectors')
export class ConnectorsController {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly trials: ConnectorTrials,
  ) {}

  @Get()
  @RequireKey('secret')
  @ApiOperation({ summary: 'List the connectors, the newest first', operationId: 'listConnectors' })
  @ApiOkResponse({ type: ConnectorPageResponse })
  async list(@Tenant() tenant: TenantContext, @Query() page: PageQuery): Promise<ConnectorPageResponse> {
    return toConnectorPage(await this.connectors.list(tenant, page));
  }

  @Post()
  @RequireKey('secret')
  @ApiOperation({
    summary: 'Create a connector; an enabled one begins its first sync at once',
    operationId: 'createConnector',
  })
  @ApiCreatedResponse({ type: ConnectorResponse })
  async create(
    @Tenant() tenant: TenantContext,
    @Body() body: CreateConnectorRequest,
    @Query() _: NoQuery,
  ): Promise<ConnectorResponse> {
    return toConnectorResponse(await this.connectors.create(tenant, draftOf(body)));
  }

  @Post('test')
  @HttpCode(200)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Fetch and map the first page without storing anything', operationId: 'testConnector' })
  @ApiOkResponse({ type: TestConnectorResponse })
  test(
    @Tenant() tenant: TenantContext,
    @Body() body: TestConnectorRequest,
    @Query() _: NoQuery,
  ): Promise<TestConnectorResponse> {
    return this.trials.test(tenant, body);
  }

  @Post('detect')
  @HttpCode(200)
  @RequireKey('secret', { bodyLimit: SAMPLE_BYTES })
  @ApiOperation({
    summary: 'Propose a configuration from a sample answer or an endpoint',
    operationId: 'detectConnector',
  })
  @ApiOkResponse({ type: DetectionResponse })
  detect(
    @Tenant() tenant: TenantContext,
    @Body() body: DetectConnectorRequest,
    @Query() _: NoQuery,
  ): Promise<DetectionResponse> {
    return this.trials.detect(tenant, body);
  }

  @Get('presets')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Configurations of known shop systems', operationId: 'listConnectorPresets' })
  @ApiOkResponse({ type: PresetListResponse })
  presets(@Query() _: NoQuery): PresetListResponse {
    return this.trials.presets();
  }

  @Get(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Read a connector', operationId: 'readConnector' })
  @ApiOkResponse({ type: ConnectorResponse })
  async read(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @Query() _: NoQuery,
  ): Promise<ConnectorResponse> {
    return toConnectorResponse(await this.connectors.read(tenant, id));
  }

  @Patch(':id')
  @RequireKey('secret')
  @ApiOperation({ summary: 'Change the named fields of a connector', operationId: 'updateConnector' })
  @ApiOkResponse({ type: ConnectorResponse })
  async update(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Body() body: PatchConnectorRequest,
    @Query() _: NoQuery,
  ): Promise<ConnectorResponse> {
    return toConnectorResponse(await this.connectors.update(tenant, id, patchOf(body), expected));
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireKey('secret')
  @ApiOperation({ summary: 'Delete a connector; its documents stay', operationId: 'deleteConnector' })
  @ApiNoContentResponse()
  delete(
    @Tenant() tenant: TenantContext,
    @Param('id') id: string,
    @IfMatch() expected: ExpectedVersions,
    @Query() _: NoQuery,
  ): Promise<void> {
    return this.connectors.delete(tenant, id, expected);
  }
}
