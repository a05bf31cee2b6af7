import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenRoute } from '../../platform/tenancy/index.ts';
import { cartPage, checkoutPage, searchPage, thanksPage } from './storefront/other-pages.ts';
import { Storefront } from './storefront/storefront.ts';

/** The pages of the demo shop, under `/demo`. */
@ApiExcludeController()
@Controller('demo')
export class StorefrontController {
  constructor(private readonly storefront: Storefront) {}

  @Get()
  @OpenRoute()
  home(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.home(reply);
  }

  @Get('search')
  @OpenRoute()
  search(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.page(searchPage, reply);
  }

  @Get('p/:id')
  @OpenRoute()
  product(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.product(id, reply);
  }

  @Get('cart')
  @OpenRoute()
  cart(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.page(cartPage, reply);
  }

  @Get('checkout')
  @OpenRoute()
  checkout(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.page(checkoutPage, reply);
  }

  @Get('thanks')
  @OpenRoute()
  thanks(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.storefront.page(thanksPage, reply);
  }

  /** `/demo/` and whatever else a person types. */
  @Get('*')
  @OpenRoute()
  other(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const isHome = request.url.split('?', 1)[0] === '/demo/';
    return isHome ? this.storefront.home(reply) : this.storefront.missing(reply);
  }
}
