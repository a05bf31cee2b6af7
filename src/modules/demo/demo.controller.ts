import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { notFound } from '../../kernel/errors.ts';
import { OpenRoute } from '../../platform/tenancy/index.ts';
import { demoCatalogue, demoImage, type DemoDocument } from './catalogue/index.ts';

@ApiExcludeController()
@Controller('demo')
export class DemoController {
  #documents: Map<string, DemoDocument> | null = null;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get('images/:file')
  @OpenRoute()
  @Header('content-type', 'image/svg+xml; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  image(@Param('file') file: string): string {
    const document = this.settings.demo ? this.#find(file.replace(/\.svg$/, '')) : undefined;
    if (!document) throw notFound('image');
    return demoImage(document);
  }

  #find(id: string): DemoDocument | undefined {
    this.#documents ??= new Map(demoCatalogue().map((document) => [document.id, document]));
    return this.#documents.get(id);
  }
}
