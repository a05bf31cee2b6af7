import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ApiError, type FieldError } from '../../../kernel/errors.ts';
import { isJsonObject, UNSAFE_KEYS } from '../../../kernel/json.ts';
import { DocumentSchema, SOURCE, SOURCE_HELP } from '../../items/index.ts';

export const MAX_DOCUMENTS = 1000;
export const MAX_PUSH_BYTES = 10 * 1024 * 1024;

export class PushDocument extends DocumentSchema {
  @ApiPropertyOptional({ description: 'True deletes the document; only `id` is needed then.' }) deleted?: boolean;
}

export class PushRequest {
  @ApiProperty({ pattern: SOURCE.source, example: 'erp', description: 'The feeding catalogue.' }) source!: string;
  @ApiProperty({ type: [PushDocument], minItems: 1, maxItems: MAX_DOCUMENTS }) documents!: unknown[];
}

/** By hand: a validator must not walk a thousand documents, each is judged by itself. */
export function readPush(body: unknown): PushRequest {
  const errors: FieldError[] = [];
  if (!isJsonObject(body)) throw invalid([{ field: '', code: 'type', message: 'The body must be a JSON object.' }]);
  for (const name of Object.keys(body)) {
    if (UNSAFE_KEYS.has(name)) throw new ApiError('malformed_json', `The key at /${name} is not allowed.`);
    if (name === 'source' || name === 'documents') continue;
    const message = `${JSON.stringify(name.slice(0, 64))} is not a known field here.`;
    errors.push({ field: `/${name}`, code: 'unknown_field', message });
  }
  const { source, documents } = body;
  if (typeof source !== 'string' || !SOURCE.test(source)) {
    errors.push({ field: '/source', code: source === undefined ? 'required' : 'pattern', message: SOURCE_HELP });
  }
  if (!Array.isArray(documents) || documents.length === 0 || documents.length > MAX_DOCUMENTS) {
    const message = `documents must be a list of 1 to ${MAX_DOCUMENTS} documents.`;
    errors.push({ field: '/documents', code: documents === undefined ? 'required' : 'size', message });
  }
  if (errors.length > 0) throw invalid(errors.slice(0, 100));
  return { source: source as string, documents: documents as unknown[] };
}

function invalid(errors: FieldError[]): ApiError {
  const detail = errors.length === 1 ? errors[0]!.message : `${errors.length} fields are not valid; see errors.`;
  return new ApiError('validation_failed', detail, { errors });
}

export class SourceQuery {
  @ApiProperty({ pattern: SOURCE.source, description: 'The feeding catalogue whose documents are deleted.' })
  @Matches(SOURCE, { message: SOURCE_HELP })
  source!: string;
}

export class PushedDocumentError {
  @ApiProperty() code!: string;
  @ApiProperty({ description: 'JSON Pointer into the body.', example: '/documents/3/price' }) field!: string;
  @ApiProperty() message!: string;
}

export class PushedDocumentResponse {
  @ApiProperty({ type: 'integer', description: 'In `documents`, counting from 0.' }) position!: number;
  @ApiProperty({ type: String, nullable: true }) id!: string | null;
  @ApiProperty({ enum: ['created', 'updated', 'unchanged', 'deleted', 'superseded', 'failed'] }) status!: string;
  @ApiPropertyOptional({ type: PushedDocumentError }) error?: PushedDocumentError;
}

export class PushResponse {
  @ApiProperty() source!: string;
  @ApiProperty({ type: 'integer', description: 'indexed + deleted + superseded + failed.' }) received!: number;
  @ApiProperty({ type: 'integer', description: 'Created, updated and unchanged.' }) indexed!: number;
  @ApiProperty({ type: 'integer' }) deleted!: number;
  @ApiProperty({ type: 'integer' }) superseded!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: [PushedDocumentResponse] }) results!: PushedDocumentResponse[];
  @ApiProperty({ type: 'integer', description: "The catalogue's version after the push." }) version!: number;
}

export class DeletedResponse {
  @ApiProperty() id!: string;
  @ApiProperty({ description: 'False when there was none.' }) deleted!: boolean;
  @ApiProperty({ type: 'integer' }) version!: number;
}

export class DeletedSourceResponse {
  @ApiProperty() source!: string;
  @ApiProperty({ type: 'integer', description: 'How many there were.' }) deleted!: number;
  @ApiProperty({ type: 'integer' }) version!: number;
}
