import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DocumentSchema } from '../../items/index.ts';

const text = { type: String, nullable: true } as const;

class HighlightResponse {
  @ApiProperty({ description: 'HTML-escaped text with `<mark>` only.' }) title!: string;
  @ApiProperty(text) description!: string | null;
}

class ExplainRuleResponse {
  @ApiProperty() name!: string;
  @ApiProperty() value!: number;
  @ApiProperty({ enum: ['higher', 'lower'] }) better!: 'higher' | 'lower';
  @ApiPropertyOptional() detail?: string;
}

class ExplainResponse {
  @ApiProperty() pinned!: boolean;
  @ApiProperty({ description: 'Matches only some of the words.' }) relaxed!: boolean;
  @ApiProperty({ type: [ExplainRuleResponse], description: 'Comparing two hits rule by rule gives their order.' })
  rules!: ExplainRuleResponse[];
}

export class HitResponse extends DocumentSchema {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Through all pages, pins included; what track/click takes.',
  })
  position!: number;
  @ApiProperty({ type: HighlightResponse }) highlight!: HighlightResponse;
  @ApiPropertyOptional({ type: ExplainResponse }) explain?: ExplainResponse;
}

class FacetValueResponse {
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] })
  value!: string | number | boolean;
  @ApiProperty({ type: 'integer' }) count!: number;
  @ApiPropertyOptional({ description: 'With facet_query: the value, HTML-escaped, with `<mark>` where it matched.' })
  highlighted?: string;
}

class FacetStatsResponse {
  @ApiProperty() min!: number;
  @ApiProperty() max!: number;
  @ApiProperty() avg!: number;
  @ApiProperty() sum!: number;
}

class FacetResponse {
  @ApiProperty() field!: string;
  @ApiProperty({ type: [FacetValueResponse], description: 'The most frequent, facet_limit at most.' })
  values!: FacetValueResponse[];
  @ApiPropertyOptional({ type: FacetStatsResponse, description: 'Of a numeric field.' }) stats?: FacetStatsResponse;
}

class AppliedRuleResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

class WordChangeResponse {
  @ApiProperty() from!: string;
  @ApiProperty() to!: string;
}

class AppliedSynonymResponse extends WordChangeResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
}

class RelaxationResponse {
  @ApiProperty({ type: [String], description: 'Words that could be left out.' }) optional!: string[];
}

class AppliedResponse {
  @ApiProperty({ type: [AppliedRuleResponse] }) rules!: AppliedRuleResponse[];
  @ApiProperty({ type: [AppliedSynonymResponse] }) synonyms!: AppliedSynonymResponse[];
  @ApiProperty({ type: [WordChangeResponse] }) typos!: WordChangeResponse[];
  @ApiProperty({ type: RelaxationResponse, nullable: true }) relaxation!: RelaxationResponse | null;
  @ApiProperty({ description: 'The query had more than 10 words.' }) truncated!: boolean;
}

class SearchBannerResponse {
  @ApiProperty() title!: string;
  @ApiProperty(text) text!: string | null;
  @ApiProperty(text) image!: string | null;
  @ApiProperty(text) url!: string | null;
}

export class SearchResponse {
  @ApiProperty({ format: 'uuid' }) query_id!: string;
  @ApiProperty({ description: 'As it was typed.' }) query!: string;
  @ApiProperty() normalized_query!: string;
  @ApiProperty({ ...text, description: 'What was understood, when that differs.' }) corrected_query!: string | null;
  @ApiProperty({ type: 'integer', description: 'Hits that match every word, and pins.' }) total!: number;
  @ApiProperty({ enum: ['eq', 'gte'] }) total_relation!: 'eq' | 'gte';
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) per_page!: number;
  @ApiProperty({ type: [HitResponse] }) hits!: HitResponse[];
  @ApiProperty({ type: 'integer', description: 'Hits below them that match only some of the words.' })
  total_relaxed!: number;
  @ApiProperty({ type: [FacetResponse] }) facets!: FacetResponse[];
  @ApiProperty({ type: AppliedResponse }) applied!: AppliedResponse;
  @ApiProperty({ ...text, description: 'Where a rule sends the shopper.' }) redirect!: string | null;
  @ApiProperty({ type: [SearchBannerResponse] }) banners!: SearchBannerResponse[];
  @ApiProperty() took_ms!: number;
}
