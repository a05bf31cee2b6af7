import { ApiProperty } from '@nestjs/swagger';
import type { Page } from '../../../kernel/paging.ts';
import {
  MAX_SYNC_ERRORS,
  SYNC_STATUSES,
  SYNC_TRIGGERS,
  type Sync,
  type SyncStatus,
  type SyncTrigger,
} from '../sync.ts';

const count = { type: 'integer' } as const;
const time = { type: String, format: 'date-time', nullable: true } as const;

export class SyncErrorResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'The page asked for, counting from 1.' }) page!:
    number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: "Place in the merchant's answer.",
    example: 'products.3.price',
  })
  path!: string | null;
  @ApiProperty({ type: String, nullable: true }) item_id!: string | null;
  @ApiProperty() code!: string;
  @ApiProperty() message!: string;
}

export class SyncResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) connector_id!: string;
  @ApiProperty({ enum: SYNC_TRIGGERS }) trigger!: SyncTrigger;
  @ApiProperty({ enum: SYNC_STATUSES }) status!: SyncStatus;
  @ApiProperty({ type: String, format: 'date-time' }) queued_at!: Date;
  @ApiProperty(time) started_at!: Date | null;
  @ApiProperty(time) finished_at!: Date | null;
  @ApiProperty(count) pages!: number;
  @ApiProperty(count) items!: number;
  @ApiProperty(count) created!: number;
  @ApiProperty(count) updated!: number;
  @ApiProperty(count) unchanged!: number;
  @ApiProperty(count) removed!: number;
  @ApiProperty({ ...count, description: 'Removals that wait for approval.' }) held_removals!: number;
  @ApiProperty(count) failed!: number;
  @ApiProperty({ description: 'There are more pages than one sync fetches.' }) truncated!: boolean;
  @ApiProperty(time) next_sync_at!: Date | null;
  @ApiProperty({ type: [SyncErrorResponse], description: `The first ${MAX_SYNC_ERRORS}.` })
  errors!: SyncErrorResponse[];
}

export class SyncPageResponse {
  @ApiProperty() total!: number;
  @ApiProperty({ type: [SyncResponse] }) rows!: SyncResponse[];
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

/** The database's row has nothing that callers may not see. */
export const toSyncResponse = (sync: Sync): SyncResponse => sync;

export const toSyncPage = (page: Page<Sync>): SyncPageResponse => page;
