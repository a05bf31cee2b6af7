import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../../kernel/paging.ts';
import { SMART_MODES } from '../../tenants/index.ts';
import {
  RUN_STATUSES,
  RUN_TRIGGERS,
  type Run,
  type RunAi,
  type RunMetrics,
  type RunStatus,
  type RunTrigger,
} from '../runs/run.ts';

const count = { type: 'integer' } as const;

class BandsResponse {
  @ApiProperty({ ...count, description: 'From auto_confidence_threshold.' }) high!: number;
  @ApiProperty({ ...count, description: 'From hybrid_confidence_threshold.' }) medium!: number;
  @ApiProperty(count) low!: number;
}

class RunMetricsResponse implements RunMetrics {
  @ApiProperty({ ...count, description: 'Sessions with a search in the window.' }) sessions!: number;
  @ApiProperty({ ...count, description: 'Searches, a chain of keystrokes being one.' }) queries_analysed!: number;
  @ApiProperty({ ...count, description: 'Different queries that failed.' }) failed_queries!: number;
  @ApiProperty({
    ...count,
    description:
      'Different pairs of a failed query and what rescued it, since an hour before the window; when the run has succeeded, without those of enough sessions that are a change of topic.',
  })
  pairs_found!: number;
  @ApiProperty({ ...count, description: 'Longer than smart_max_query_length.' }) skipped_length!: number;
  @ApiProperty({ ...count, description: 'Of pairs_found, seen in fewer than three sessions.' })
  skipped_few_sessions!: number;
  @ApiProperty({ ...count, description: 'Looked like personal data.' }) skipped_personal!: number;
  @ApiProperty({ ...count, description: 'That no run had made before.' }) suggestions_created!: number;
  @ApiProperty({ type: BandsResponse, description: 'Of those created.' }) by_band!: BandsResponse;
  @ApiProperty(count) applied!: number;
  @ApiProperty(count) pending!: number;
  @ApiProperty(count) logged!: number;
  @ApiProperty(count) reopened!: number;
  @ApiProperty({ ...count, description: 'Taken back because they did harm.' }) reverted!: number;
  @ApiProperty({ ...count, description: 'Their target left the catalogue, or nobody used them.' }) expired!: number;
}

class RunAiResponse implements RunAi {
  @ApiProperty({ type: String, nullable: true }) provider!: string | null;
  @ApiProperty({ type: String, nullable: true }) model!: string | null;
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) input_tokens!: number;
  @ApiProperty(count) output_tokens!: number;
}

export class RunResponse implements Run {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: SMART_MODES }) mode!: Run['mode'];
  @ApiProperty({ enum: RUN_TRIGGERS }) trigger!: RunTrigger;
  @ApiProperty({ enum: RUN_STATUSES }) status!: RunStatus;
  @ApiProperty({ type: String, format: 'date-time' }) started_at!: Date;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at!: Date | null;
  @ApiProperty({ type: RunMetricsResponse, description: 'They grow while it runs.' }) metrics!: RunMetricsResponse;
  @ApiProperty({ type: RunAiResponse }) ai!: RunAiResponse;
  @ApiProperty({ ...count, description: 'US cents, rounded up.' }) cost_usd_cents!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it failed; of one that succeeded, what it did without.',
  })
  error!: string | null;
}

export class RunPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [RunResponse] }) rows!: RunResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

/** The database's row has nothing that callers may not see. */
export const toRunResponse = (run: Run): RunResponse => run;
export const toRunPage = (page: Page<Run>): RunPageResponse => page;
