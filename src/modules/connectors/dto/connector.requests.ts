import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, Matches, ValidateIf, ValidateNested } from 'class-validator';
import { ApiError, type FieldError } from '../../../kernel/errors.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { SOURCE, SOURCE_HELP } from '../../items/index.ts';
import { CONNECTOR_LIMITS as limits, DEFAULT_CONFIG, isHeaderName, isHeaderValue, PAGINATIONS } from '../connector.ts';
import type { ConnectorAuth, ConnectorConfig, Pagination } from '../connector.ts';
import type { ConnectorDraft, ConnectorPatch } from '../connectors.service.ts';
import { TRANSFORMS, type Transform } from '../transforms.ts';
import {
  MappingField,
  NullableText,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  Sample,
  Text,
  TransformsField,
} from './checks.ts';

const paths = { type: 'object', additionalProperties: { type: 'string' }, nullable: true } as const;

export class AuthBody {
  @ApiProperty({ enum: ['bearer', 'header'] })
  @IsIn(['bearer', 'header'], { message: 'type must be bearer or header.' })
  type!: 'bearer' | 'header';

  @ApiPropertyOptional({ description: 'With `bearer`.', writeOnly: true })
  @OptionalText('token', 1, limits.credential)
  token?: string;

  @ApiPropertyOptional({ description: 'With `header`.', example: 'X-Api-Key' })
  @OptionalText('name', 1, 128)
  name?: string;

  @ApiPropertyOptional({ description: 'With `header`.', writeOnly: true })
  @OptionalText('value', 1, limits.credential)
  value?: string;
}

class FetchFields {
  @ApiProperty({ format: 'uri', example: 'https://shop.example/api/products', description: 'Answers JSON to GET.' })
  @Text('endpoint', 1, 2_048)
  endpoint!: string;

  @ApiPropertyOptional({
    type: AuthBody,
    nullable: true,
    writeOnly: true,
    description: 'Sent over https only; never answered.',
  })
  @IsOptional()
  @ValidateNested()
  @IsObject({ message: 'auth must be an object.' })
  @Type(() => AuthBody)
  auth?: AuthBody | null;

  @ApiPropertyOptional({ enum: PAGINATIONS, default: 'page' })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(PAGINATIONS, { message: `paginated must be one of ${PAGINATIONS.join(', ')}.` })
  paginated?: Pagination;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Default `page`; with offset paging `offset`.' })
  @NullableText('pageParam', limits.parameter)
  pageParam?: string | null;

  @ApiPropertyOptional({ default: 'limit' })
  @OptionalText('limitParam', 1, limits.parameter)
  limitParam?: string;

  @ApiPropertyOptional({ type: 'integer', default: 100, minimum: 1, maximum: limits.pageSize })
  @OptionalInteger('pageSize', 1, limits.pageSize)
  pageSize?: number;

  @ApiPropertyOptional({ type: 'integer', default: 1, description: 'Number of the first page.' })
  @OptionalInteger('firstPage', 0, 1_000_000)
  firstPage?: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'data.items',
    description: 'Default: `items`, `data`, `results`, the root.',
  })
  @NullableText('dataPath', limits.mappingPath)
  dataPath?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'meta.next_cursor' })
  @NullableText('cursorPath', limits.mappingPath)
  cursorPath?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'cursor' })
  @NullableText('cursorParam', limits.parameter)
  cursorParam?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'links.next',
    description: 'With `link`; default: the header `Link`.',
  })
  @NullableText('nextLink', limits.mappingPath)
  nextLink?: string | null;

  @ApiPropertyOptional({
    ...paths,
    example: { id: 'sku', title: 'name', price: 'variants.0.price' },
    description: 'Document field → path in the item.',
  })
  @MappingField()
  mapping?: Record<string, string> | null;

  @ApiPropertyOptional({
    ...paths,
    example: { price: 'minor_units' },
    description: `${TRANSFORMS.join(', ')}; split and join also with what stands between: split:;`,
  })
  @TransformsField()
  transforms?: Record<string, Transform> | null;
}

class ConnectorFields extends FetchFields {
  @ApiPropertyOptional({ maxLength: limits.name, description: "Default: the endpoint's host." })
  @OptionalText('name', 1, limits.name)
  name?: string;

  @ApiPropertyOptional({ pattern: SOURCE.source, description: 'The feeding catalogue; default: one of its own.' })
  @ValidateIf((_, value) => value !== undefined)
  @Matches(SOURCE, { message: SOURCE_HELP })
  source?: string;

  @ApiPropertyOptional({ default: true })
  @OptionalFlag('enabled')
  enabled?: boolean;

  @ApiPropertyOptional({ type: 'integer', default: 360, minimum: limits.intervalMin, maximum: limits.intervalMax })
  @OptionalInteger('interval_minutes', limits.intervalMin, limits.intervalMax)
  interval_minutes?: number;

  @ApiPropertyOptional({ default: true, description: 'Remove documents that a complete listing has no longer.' })
  @OptionalFlag('prune_missing')
  prune_missing?: boolean;
}

export class CreateConnectorRequest extends ConnectorFields {}
export class TestConnectorRequest extends ConnectorFields {
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Without `auth`: ask with the credentials that this connector keeps, of the same host only.',
  })
  @OptionalText('connector_id', 1, 64)
  connector_id?: string;
}
/** The fields to change; `mapping` and `transforms` each as a whole. */
export class PatchConnectorRequest extends PartialType(ConnectorFields, { skipNullProperties: false }) {}

export class DetectConnectorRequest {
  @ApiPropertyOptional({ format: 'uri', description: 'Asked for a sample when there is none.' })
  @OptionalText('endpoint', 1, 2_048)
  endpoint?: string;

  @ApiPropertyOptional({ type: AuthBody, nullable: true, writeOnly: true })
  @IsOptional()
  @ValidateNested()
  @IsObject({ message: 'auth must be an object.' })
  @Type(() => AuthBody)
  auth?: AuthBody | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "A page of the merchant's API, as it answered.",
  })
  @Sample()
  sample?: JsonValue;
}

export function draftOf(body: CreateConnectorRequest): ConnectorDraft {
  const { name, source, enabled, interval_minutes, prune_missing } = body;
  const auth = authOf(body.auth) ?? null;
  return { name, source, enabled, interval_minutes, prune_missing, auth, config: configOf(body) };
}

export function patchOf(body: PatchConnectorRequest): ConnectorPatch {
  const { name, source, enabled, interval_minutes, prune_missing } = body;
  return {
    name,
    source,
    enabled,
    interval_minutes,
    prune_missing,
    auth: authOf(body.auth),
    config: configFieldsOf(body),
  };
}

/** Null of a field without null means its default, too. */
function configOf(body: CreateConnectorRequest): ConnectorConfig {
  return { ...DEFAULT_CONFIG, ...configFieldsOf(body), endpoint: withoutHash(body.endpoint) };
}

function configFieldsOf(body: PatchConnectorRequest): Partial<ConnectorConfig> {
  const { endpoint, paginated, pageParam, limitParam, pageSize, firstPage, dataPath, cursorPath, cursorParam } = body;
  const { nextLink, mapping, transforms } = body;
  const fields = { paginated, pageParam, limitParam, pageSize, firstPage, dataPath, cursorPath, cursorParam, nextLink };
  const all = { ...fields, mapping, transforms, endpoint: endpoint === undefined ? undefined : withoutHash(endpoint) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function withoutHash(endpoint: string): string {
  return endpoint.split('#', 1)[0]!.trim();
}

/** @throws ApiError that names the field and never its value */
export function authOf(body: AuthBody | null | undefined): ConnectorAuth | null | undefined {
  if (body === null || body === undefined) return body;
  const { type, token, name, value } = body;
  const errors: FieldError[] = [];
  const add = (field: string, code: string, message: string): void =>
    void errors.push({ field: `/auth/${field}`, code, message });
  if (type === 'bearer') {
    if (token === undefined) add('token', 'required', 'token is needed with type bearer.');
    else if (!/^[\x21-\x7e]+$/.test(token)) add('token', 'characters', 'token must be printable ASCII without spaces.');
    for (const [field, other] of [
      ['name', name],
      ['value', value],
    ] as const) {
      if (other !== undefined) add(field, 'unknown_field', `${field} belongs to type header.`);
    }
    if (errors.length === 0) return { type, token: token! };
  } else {
    if (name === undefined) add('name', 'required', 'name is needed with type header.');
    else if (!isHeaderName(name))
      add('name', 'header_name', 'name must be a header that is not of the connection itself.');
    if (value === undefined) add('value', 'required', 'value is needed with type header.');
    else if (!isHeaderValue(value)) add('value', 'characters', 'value must be printable ASCII without line ends.');
    if (token !== undefined) add('token', 'unknown_field', 'token belongs to type bearer.');
    if (errors.length === 0) return { type, name: name!, value: value! };
  }
  const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} fields are not valid; see errors.`;
  throw new ApiError('validation_failed', detail, { errors });
}
