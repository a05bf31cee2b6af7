import { StreamableFile } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { EditedResponse } from '../../../platform/http/index.ts';
import type { SynonymFormat } from '../formats/entry.ts';
import { SYNONYM_SOURCES, SYNONYM_TYPES, type SynonymSource, type SynonymType } from '../synonym.ts';

export class SynonymResponse extends EditedResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: SYNONYM_TYPES }) type!: SynonymType;
  @ApiProperty({ type: String, nullable: true, description: 'Of a one-way synonym.' }) input!: string | null;
  @ApiProperty({ type: [String] }) terms!: string[];
  @ApiProperty({ type: String, nullable: true, description: 'null: queries in every language.' })
  locale!: string | null;
  @ApiProperty({ enum: SYNONYM_SOURCES }) source!: SynonymSource;
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, nullable: true, description: 'null unless learned.' })
  confidence!: number | null;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The suggestion it came from.' })
  suggestion_id!: string | null;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: Date;
}

export class SynonymPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [SynonymResponse] }) rows!: SynonymResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

class LineErrorResponse {
  @ApiProperty({ type: 'integer', minimum: 1 }) line!: number;
  @ApiProperty() code!: string;
  @ApiProperty() message!: string;
}

export class ImportResponse {
  @ApiProperty({ type: 'integer' }) created!: number;
  @ApiProperty({ type: 'integer', description: 'Said the same as a synonym that is there.' }) unchanged!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: [LineErrorResponse], description: 'The first 1,000.' }) errors!: LineErrorResponse[];
}

const FILES = {
  csv: { type: 'text/csv; charset=utf-8', disposition: 'attachment; filename="synonyms.csv"' },
  solr: { type: 'text/plain; charset=utf-8', disposition: 'attachment; filename="synonyms.txt"' },
} as const;

export function exportFile(format: SynonymFormat, text: string): StreamableFile {
  return new StreamableFile(Buffer.from(text, 'utf8'), FILES[format]);
}
