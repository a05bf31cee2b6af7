import { ApiProperty } from '@nestjs/swagger';
import type { JsonValue } from '../../../kernel/json.ts';
import type { Page } from '../../../kernel/paging.ts';
import { EditedResponse } from '../../../platform/http/index.ts';
import type { Probe } from '../connector-probe.ts';
import { PAGINATIONS, type ConnectorConfig, type Pagination } from '../connector.ts';
import type { ConnectorView } from '../connectors.service.ts';
import type { Detection } from '../detection/detect.ts';
import type { Preset } from '../detection/presets.ts';
import { SyncErrorResponse, SyncResponse, toSyncResponse } from './sync.responses.ts';

const text = { type: String, nullable: true } as const;
const time = { type: String, format: 'date-time', nullable: true } as const;
const map = { type: 'object', additionalProperties: { type: 'string' }, nullable: true } as const;
const object = { type: 'object', additionalProperties: true } as const;

export class ConnectorResponse extends EditedResponse implements ConnectorConfig {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() source!: string;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: 'integer' }) interval_minutes!: number;
  @ApiProperty() prune_missing!: boolean;
  @ApiProperty({ format: 'uri' }) endpoint!: string;
  @ApiProperty({
    ...text,
    enum: ['bearer', 'header'],
    description: 'The kind of `auth` that is stored; itself it is never answered.',
  })
  auth_type!: string | null;
  @ApiProperty({ enum: PAGINATIONS }) paginated!: Pagination;
  @ApiProperty(text) pageParam!: string | null;
  @ApiProperty() limitParam!: string;
  @ApiProperty({ type: 'integer' }) pageSize!: number;
  @ApiProperty({ type: 'integer' }) firstPage!: number;
  @ApiProperty(text) dataPath!: string | null;
  @ApiProperty(text) cursorPath!: string | null;
  @ApiProperty(text) cursorParam!: string | null;
  @ApiProperty(text) nextLink!: string | null;
  @ApiProperty(map) mapping!: ConnectorConfig['mapping'];
  @ApiProperty(map) transforms!: ConnectorConfig['transforms'];
  @ApiProperty({ type: SyncResponse, nullable: true }) last_sync!: SyncResponse | null;
  @ApiProperty(time) next_sync_at!: Date | null;
  @ApiProperty({ type: 'integer', description: 'Failed syncs in a row; after 10 the connector is paused.' })
  failures!: number;
  @ApiProperty({ ...time, description: 'PATCH `enabled: true` or a sync by hand that succeeds goes on.' })
  paused_at!: Date | null;
  @ApiProperty(text) pause_reason!: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: Date;
}

export class ConnectorPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [ConnectorResponse] }) rows!: ConnectorResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

class ProbePageResponse {
  @ApiProperty({ type: 'integer' }) items!: number;
  @ApiProperty({ type: 'integer' }) bytes!: number;
  @ApiProperty({ description: "Where the items stand; '' is the root." }) data_path!: string;
  @ApiProperty({ type: 'integer', nullable: true, description: "By the merchant's own word." }) total!: number | null;
  @ApiProperty({ type: 'integer' }) valid!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
}

class SampleResponse {
  @ApiProperty({ ...object, description: 'As the shop answers it.' }) item!: JsonValue;
  @ApiProperty(object) document!: JsonValue;
  @ApiProperty({ type: SyncErrorResponse, nullable: true }) error!: SyncErrorResponse | null;
}

class CoverageResponse {
  @ApiProperty() field!: string;
  @ApiProperty({ type: 'integer' }) filled!: number;
  @ApiProperty({ description: 'Of the items of the page, 0 to 1.' }) share!: number;
}

class DetectedFieldResponse {
  @ApiProperty() field!: string;
  @ApiProperty() path!: string;
  @ApiProperty(text) transform!: string | null;
  @ApiProperty({ description: '0 to 1.' }) confidence!: number;
}

class DetectedPagingResponse {
  @ApiProperty(object) config!: object;
  @ApiProperty({ description: '0 to 1.' }) confidence!: number;
  @ApiProperty() reason!: string;
}

export class PresetResponse {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() endpoint_example!: string;
  @ApiProperty({ ...text, description: 'The header that carries its credentials.' }) auth_header!: string | null;
  @ApiProperty({ ...object, description: 'Fields of a connector.' }) config!: object;
  @ApiProperty(text) note!: string | null;
}

export class PresetListResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [PresetResponse] }) rows!: PresetResponse[];
}

export class DetectionResponse {
  @ApiProperty({ type: PresetResponse, nullable: true }) preset!: PresetResponse | null;
  @ApiProperty({ description: 'How sure the whole proposal is, 0 to 1.' }) confidence!: number;
  @ApiProperty({ ...object, description: 'Fields of a connector.' }) config!: object;
  @ApiProperty({ type: [DetectedFieldResponse] }) fields!: DetectedFieldResponse[];
  @ApiProperty({ type: DetectedPagingResponse }) paging!: DetectedPagingResponse;
  @ApiProperty({ type: [String] }) reasons!: string[];
}

export class TestConnectorResponse {
  @ApiProperty({ description: 'The page could be read, and every item of it is a valid document.' }) ok!: boolean;
  @ApiProperty({ type: ProbePageResponse, nullable: true }) page!: ProbePageResponse | null;
  @ApiProperty({ type: [SampleResponse] }) samples!: SampleResponse[];
  @ApiProperty({ type: [CoverageResponse] }) coverage!: CoverageResponse[];
  @ApiProperty({ type: DetectionResponse, nullable: true }) detected!: DetectionResponse | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Number of the first page, as it was found.' })
  first_page!: number | null;
  @ApiProperty({ type: [SyncErrorResponse] }) errors!: SyncErrorResponse[];
}

export function toConnectorResponse({ connector, lastSync }: ConnectorView): ConnectorResponse {
  const { config, auth_sealed, ...fields } = connector;
  void auth_sealed;
  return { ...fields, ...config, last_sync: lastSync && toSyncResponse(lastSync) };
}

export function toConnectorPage({ rows, ...page }: Page<ConnectorView>): ConnectorPageResponse {
  return { ...page, rows: rows.map(toConnectorResponse) };
}

export function toPresetResponse({ signature: _, ...preset }: Preset): PresetResponse {
  return preset;
}

export function toDetectionResponse(detection: Detection): DetectionResponse {
  return { ...detection, preset: detection.preset && toPresetResponse(detection.preset) };
}

export function toTestResponse(probe: Probe): TestConnectorResponse {
  return { ...probe, detected: probe.detected && toDetectionResponse(probe.detected) };
}
