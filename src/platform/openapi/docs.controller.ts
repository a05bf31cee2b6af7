import { Controller, Get, Header, Param, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiError } from '../../kernel/errors.ts';
import { OpenRoute } from '../tenancy/index.ts';
import { errorIndexPage, errorPage } from './error-pages.ts';

@ApiExcludeController()
@Controller()
export class DocsController {
  @Get()
  @OpenRoute()
  @Redirect('/docs', 302)
  home(): void {}

  @Get('docs/errors')
  @OpenRoute()
  @Header('content-type', 'text/html; charset=utf-8')
  index(): string {
    return errorIndexPage();
  }

  @Get('docs/errors/:code')
  @OpenRoute()
  @Header('content-type', 'text/html; charset=utf-8')
  show(@Param('code') code: string): string {
    const html = errorPage(code);
    if (!html) throw new ApiError('not_found', 'There is no such error code.');
    return html;
  }
}
