import { ApiProperty } from '@nestjs/swagger';
import { CONFLICT_KINDS, type ConflictKind } from '../conflicts.ts';

class RuleNameResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

class RuleConflictResponse {
  @ApiProperty({ enum: CONFLICT_KINDS }) kind!: ConflictKind;
  @ApiProperty({
    type: [RuleNameResponse],
    minItems: 2,
    maxItems: 2,
    description: 'The one that prevails is the first.',
  })
  rules!: readonly RuleNameResponse[];
  @ApiProperty({ description: 'The shortest query for which both are in force; empty: any.', example: 'red shoes' })
  query!: string;
  @ApiProperty({ type: [String], description: 'Ids of the items that it is about.' }) items!: string[];
}

export class RuleConflictsResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [RuleConflictResponse] }) rows!: RuleConflictResponse[];
  @ApiProperty({ description: 'False when there are more than are listed.' }) complete!: boolean;
}
