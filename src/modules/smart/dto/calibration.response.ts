import { ApiProperty } from '@nestjs/swagger';
import type { Advice, BandReport, Calibration, ShadowReport } from '../calibration/calibration.ts';

const count = { type: 'integer' } as const;
const share = { type: Number, nullable: true, minimum: 0, maximum: 1 } as const;

class BandResponse implements BandReport {
  @ApiProperty() from!: number;
  @ApiProperty({ description: 'Excluded, but for 1.' }) to!: number;
  @ApiProperty(count) proposed!: number;
  @ApiProperty({ ...count, description: 'By a person, at some time.' }) accepted!: number;
  @ApiProperty(count) rejected!: number;
  @ApiProperty({ ...count, description: 'By a run, at some time.' }) applied!: number;
  @ApiProperty({ ...count, description: 'In force today.' }) kept!: number;
  @ApiProperty(count) reverted!: number;
  @ApiProperty({ ...count, description: 'Pending or logged.' }) waiting!: number;
  @ApiProperty({
    ...share,
    description:
      'Right ones of those judged: accepted, or applied for longer than the holdout; wrong are rejected and reverted ones.',
  })
  precision!: number | null;
}

class ShadowResponse implements ShadowReport {
  @ApiProperty({ enum: ['hybrid', 'auto'] }) mode!: 'hybrid' | 'auto';
  @ApiProperty() threshold!: number;
  @ApiProperty({ ...count, description: 'Proposed so far with a confidence that this mode applies.' })
  would_apply!: number;
  @ApiProperty(count) right!: number;
  @ApiProperty(count) wrong!: number;
  @ApiProperty(count) undecided!: number;
  @ApiProperty(share) precision!: number | null;
}

class AdviceResponse implements Advice {
  @ApiProperty({ enum: ['hybrid_confidence_threshold', 'auto_confidence_threshold'] }) field!: Advice['field'];
  @ApiProperty() current!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'null: too little to advise by.' })
  advised!: number | null;
  @ApiProperty() reason!: string;
}

export class CalibrationResponse implements Calibration {
  @ApiProperty({ type: [BandResponse] }) bands!: BandResponse[];
  @ApiProperty({ type: [ShadowResponse], description: 'What each mode would have done with all that was proposed.' })
  shadow!: ShadowResponse[];
  @ApiProperty({ type: [AdviceResponse] }) advice!: AdviceResponse[];
}
