import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { ConnectorProbe } from './connector-probe.ts';
import { DEFAULT_CONFIG } from './connector.ts';
import { ConnectorsService } from './connectors.service.ts';
import { detect } from './detection/detect.ts';
import { PRESETS } from './detection/presets.ts';
import { authOf, draftOf, type DetectConnectorRequest, type TestConnectorRequest } from './dto/connector.requests.ts';
import {
  toDetectionResponse,
  toPresetResponse,
  toTestResponse,
  type DetectionResponse,
  type PresetListResponse,
  type TestConnectorResponse,
} from './dto/connector.responses.ts';

/** What can be tried before there is a connector. */
@Injectable()
export class ConnectorTrials {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly probe: ConnectorProbe,
  ) {}

  async test(tenant: TenantContext, body: TestConnectorRequest): Promise<TestConnectorResponse> {
    const { config, auth: given = null } = draftOf(body);
    this.connectors.check(config, given);
    const kept = body.auth === undefined && body.connector_id !== undefined;
    const auth = kept ? await this.connectors.keptAuth(tenant, body.connector_id!, config) : given;
    return toTestResponse(await this.probe.test(tenant, config, auth, body.firstPage === undefined));
  }

  async detect(tenant: TenantContext, body: DetectConnectorRequest): Promise<DetectionResponse> {
    if (body.sample !== undefined && body.sample !== null) return toDetectionResponse(detect(body.sample));
    if (body.endpoint === undefined) {
      const message = 'A sample or an endpoint is needed.';
      throw new ApiError('validation_failed', message, { errors: [{ field: '/sample', code: 'required', message }] });
    }
    const auth = authOf(body.auth) ?? null;
    const config = { ...DEFAULT_CONFIG, endpoint: body.endpoint };
    this.connectors.check(config, auth);
    return toDetectionResponse(await this.probe.detect(tenant, body.endpoint, auth, config));
  }

  presets(): PresetListResponse {
    return { total: PRESETS.length, rows: PRESETS.map(toPresetResponse) };
  }
}
