import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CHANNELS } from '../../rules/index.ts';

class PeriodResponse {
  @ApiProperty({ description: 'Begin of the period used, as a date of the tenant or a time.' }) from!: string;
  @ApiProperty({ description: 'End of the period used.' }) to!: string;
}

class Bucket {
  @ApiProperty({ example: '2-3' }) positions!: string;
  @ApiProperty() clicks!: number;
}

class RevenueRow {
  @ApiProperty({ example: 'EUR' }) currency!: string;
  @ApiProperty() amount!: number;
  @ApiProperty({ description: 'The part of it that is owed to a search.' }) attributed_amount!: number;
  @ApiProperty() conversions!: number;
}

class AttributionRow {
  @ApiProperty({ enum: ['query_id', 'click', 'search', 'none'], description: 'The rule that decided.' })
  rule!: string;
  @ApiProperty() conversions!: number;
}

const rate = (description: string) => ({ type: Number, nullable: true, description });

export class OverviewCounts extends PeriodResponse {
  @ApiProperty({ description: 'Search events.' }) searches!: number;
  @ApiProperty({ description: 'Sessions with a search.' }) sessions!: number;
  @ApiProperty() clicks!: number;
  @ApiProperty(rate('Searches without results / searches.')) no_result_rate!: number | null;
  @ApiProperty(rate('Searches with results and no click / searches with results.')) no_click_rate!: number | null;
  @ApiProperty(rate('Searches with a click / searches.')) ctr!: number | null;
  @ApiProperty(rate('Over clicks, from 1.')) mean_click_position!: number | null;
  @ApiProperty({ type: [Bucket] }) click_position_buckets!: Bucket[];
  @ApiProperty({ description: 'Pairs of order and item, attributed or not.' }) conversions!: number;
  @ApiProperty() attributed_conversions!: number;
  @ApiProperty({ type: [AttributionRow], description: 'Conversions by the rule that decided; they add up.' })
  attribution!: AttributionRow[];
  @ApiProperty(rate('Sessions with an attributed conversion / sessions.')) conversion_rate!: number | null;
  @ApiProperty(rate('Attributed conversions / conversions.')) attribution_coverage!: number | null;
  @ApiProperty({ type: [RevenueRow], description: 'By currency, never summed across.' }) revenue!: RevenueRow[];
}

export class OverviewResponse extends OverviewCounts {
  @ApiProperty({
    format: 'date-time',
    type: String,
    nullable: true,
    description:
      'A day that goes on and has 20,000 searches or more is counted every few minutes, at most 15 old: then this is when it was counted last, for all reports of it. Null: all events until now are in.',
  })
  as_of!: Date | null;
  @ApiProperty({ type: OverviewCounts, description: 'The period of the same length before.' })
  previous!: OverviewCounts;
}

class Point {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ type: Number, nullable: true }) value!: number | null;
  @ApiPropertyOptional({ description: 'For revenue: one row a currency.' }) currency?: string;
}

export class TimeseriesResponse extends PeriodResponse {
  @ApiProperty() metric!: string;
  @ApiProperty({ enum: ['hour', 'day'] }) interval!: string;
  @ApiProperty({ type: [Point] }) rows!: Point[];
}

class PageResponse extends PeriodResponse {
  @ApiProperty() total!: number;
  @ApiProperty() limit!: number;
  @ApiProperty() offset!: number;
}

class QueryRow {
  @ApiProperty() normalized_query!: string;
  @ApiProperty({ description: 'As one shopper typed it.' }) query!: string;
  @ApiProperty() searches!: number;
  @ApiProperty({ description: 'Summed over days.' }) sessions!: number;
  @ApiProperty() no_results!: number;
  @ApiProperty() no_clicks!: number;
  @ApiProperty({ description: 'Searches with a click.' }) clicked!: number;
  @ApiProperty() clicks!: number;
  @ApiProperty({ description: 'Conversions owed to it.' }) conversions!: number;
  @ApiProperty({ type: Number, nullable: true }) ctr!: number | null;
  @ApiProperty({ type: Number, nullable: true }) no_result_rate!: number | null;
}

export class QueriesResponse extends PageResponse {
  @ApiProperty({ type: [QueryRow] }) rows!: QueryRow[];
}

class Amount {
  @ApiProperty() currency!: string;
  @ApiProperty() amount!: number;
}

class ItemRow {
  @ApiProperty() item_id!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null when the catalogue no longer has it.' })
  title!: string | null;
  @ApiProperty() clicks!: number;
  @ApiProperty() conversions!: number;
  @ApiProperty({ type: [Amount] }) revenue!: Amount[];
}

export class ItemsResponse extends PageResponse {
  @ApiProperty({ type: [ItemRow] }) rows!: ItemRow[];
}

class ConversionRow {
  @ApiProperty() order_id!: string;
  @ApiProperty() item_id!: string;
  @ApiProperty({ format: 'date-time', type: String }) at!: Date;
  @ApiProperty() revenue!: number;
  @ApiProperty() currency!: string;
  @ApiProperty() quantity!: number;
  @ApiProperty({ description: "Reported by the shop's server." }) verified!: boolean;
  @ApiProperty({ enum: ['query_id', 'click', 'search', 'none'], description: 'The rule that decided.' })
  attribution!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Normalised words of the search it is owed to.' })
  query!: string | null;
  @ApiProperty({ type: String, nullable: true }) query_id!: string | null;
  @ApiProperty({ enum: CHANNELS, nullable: true }) channel!: string | null;
}

export class ConversionsResponse extends PageResponse {
  @ApiProperty({ type: [ConversionRow] }) rows!: ConversionRow[];
}
