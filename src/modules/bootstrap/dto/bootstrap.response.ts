import { ApiProperty } from '@nestjs/swagger';

export class BootstrapResponse {
  @ApiProperty({ description: 'Slug of the shop.' }) tenant!: string;
  @ApiProperty({ example: 'en', description: 'Language of the shop, BCP 47.' }) locale!: string;
  @ApiProperty({ type: [String], example: ['brand', 'price'], description: 'Fields that filters are offered for.' })
  facets!: string[];
  @ApiProperty({ type: [String], example: ['relevance', 'price:asc'], description: 'Orders that are offered.' })
  sorts!: string[];
  @ApiProperty({ description: 'Shoppers with Global Privacy Control are not tracked.' }) honour_gpc!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The public key to go on with, when the one that was sent has been rotated; a rotated key is answered until 30 days after its end. Else null.',
  })
  successor_key!: string | null;
  @ApiProperty({ example: 'assets/mirabel-0123456789abcdef.js', description: 'Path of the SDK on this service.' })
  sdk!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Path of the widget on this service.' })
  widget!: string | null;
}
