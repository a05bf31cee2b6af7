import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Length } from 'class-validator';
import { RequireKey, Tenant, type TenantContext } from 'mirabel';
import { CuratedListsService } from './curated-lists.service.ts';

class CuratedListBody {
  @ApiProperty({ example: 'Gifts under 20' })
  @IsString({ message: 'name must be a text.' })
  @Length(1, 100, { message: 'name must have 1 to 100 characters.' })
  name!: string;

  @ApiProperty({ type: [String], maxItems: 200 })
  @IsArray({ message: 'item_ids must be a list.' })
  @ArrayMaxSize(200, { message: 'item_ids may have 200 entries.' })
  @IsString({ each: true, message: 'item_ids must hold texts.' })
  item_ids!: string[];
}

@ApiTags('Curated lists')
@Controller('v1/:tenant/curated-lists')
class CuratedListsController {
  constructor(private readonly lists: CuratedListsService) {}

  @Get()
  @RequireKey('public')
  @ApiOperation({ summary: 'List the curated lists', operationId: 'listCuratedLists' })
  @ApiOkResponse({ type: [CuratedListBody] })
  list(@Tenant() tenant: TenantContext): Promise<CuratedListBody[]> {
    return this.lists.list(tenant);
  }

  @Post()
  @RequireKey('secret')
  @ApiOperation({ summary: 'Create or replace a curated list', operationId: 'saveCuratedList' })
  @ApiCreatedResponse({ type: CuratedListBody })
  save(@Tenant() tenant: TenantContext, @Body() body: CuratedListBody): Promise<CuratedListBody> {
    return this.lists.save(tenant, body);
  }
}

/** Owns `curated_lists`. Sends the signal `curated-lists`. */
@Module({ controllers: [CuratedListsController], providers: [CuratedListsService] })
export class CuratedListsModule {}
