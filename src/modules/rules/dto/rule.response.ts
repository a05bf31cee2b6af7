import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { JsonObject } from '../../../kernel/json.ts';
import { EditedResponse } from '../../../platform/http/index.ts';
import { CHANNELS, MATCHES, type Channel, type Match } from '../rule.ts';
import { BoostBody, BuryBody, PinBody } from './rule.requests.ts';

const time = { type: String, format: 'date-time', nullable: true } as const;
const text = { type: String, nullable: true } as const;

class RuleConditionResponse {
  @ApiProperty({ enum: MATCHES }) match!: Match;
  @ApiProperty() pattern!: string;
  @ApiProperty({ ...text, enum: CHANNELS }) channel!: Channel | null;
  @ApiProperty(text) locale!: string | null;
}

export class BannerResponse {
  @ApiProperty() title!: string;
  @ApiProperty(text) text!: string | null;
  @ApiProperty(text) image!: string | null;
  @ApiProperty(text) url!: string | null;
}

class RuleActionsResponse {
  @ApiProperty({ type: [PinBody] }) pin!: PinBody[];
  @ApiProperty({ type: [String] }) hide!: string[];
  @ApiProperty({ type: [BoostBody] }) boost!: BoostBody[];
  @ApiProperty({ type: [BuryBody] }) bury!: BuryBody[];
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true }) filter!: JsonObject | null;
  @ApiProperty(text) redirect!: string | null;
  @ApiProperty({ type: BannerResponse, nullable: true }) banner!: BannerResponse | null;
  @ApiProperty(text) replace_query!: string | null;
}

export class RuleResponse extends EditedResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: 'integer' }) priority!: number;
  @ApiProperty({ type: [RuleConditionResponse] }) conditions!: RuleConditionResponse[];
  @ApiProperty({ type: RuleActionsResponse }) actions!: RuleActionsResponse;
  @ApiProperty(time) starts_at!: Date | null;
  @ApiProperty(time) ends_at!: Date | null;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: Date;
}

export class RulePageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [RuleResponse] }) rows!: RuleResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}
