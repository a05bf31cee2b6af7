import { ApiProperty } from '@nestjs/swagger';
import { SearchResponse } from '../../search/index.ts';
import { FrequentResponse } from './preview.requests.ts';

export class PreviewResponse {
  @ApiProperty({ type: SearchResponse, description: 'As shoppers get it now, each hit explained.' })
  before!: SearchResponse;
  @ApiProperty({ type: SearchResponse, description: 'With the drafts in force.' }) after!: SearchResponse;
  @ApiProperty({ type: FrequentResponse, nullable: true, description: 'With `queries: "frequent"`.' })
  frequent!: FrequentResponse | null;
}
