import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SETTINGS, type Settings } from '../../../config/settings.ts';
import { ApiError, notFound } from '../../../kernel/errors.ts';
import { BrowserFiles } from '../../bootstrap/index.ts';
import { ItemsService } from '../../items/index.ts';
import { TenantsService } from '../../tenants/index.ts';
import { demoCatalogue, type DemoDocument } from '../catalogue/index.ts';
import { DEMO_SLUG, DemoShop } from '../demo-shop.ts';
import { homePage } from './home-page.ts';
import { layout, type PageContent, type Shop } from './layout.ts';
import { missingPage } from './other-pages.ts';
import { productPage } from './product-page.ts';

/** Nothing from elsewhere and nothing inline: the widget must do its work under the policy of a careful shop. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // A product that the tour pushes may have its picture anywhere.
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The demo shop's pages. They use the service as any shop does: by its script, its public key and its HTTP API. */
@Injectable()
export class Storefront {
  #catalogue: DemoDocument[] | null = null;

  constructor(
    private readonly demo: DemoShop,
    private readonly items: ItemsService,
    private readonly tenants: TenantsService,
    private readonly files: BrowserFiles,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  home(reply: FastifyReply): Promise<string> {
    this.#catalogue ??= demoCatalogue();
    return this.page(homePage(this.#catalogue), reply);
  }

  async product(id: string, reply: FastifyReply): Promise<string> {
    const shop = await this.#shop();
    const tenant = await this.tenants.find(DEMO_SLUG);
    try {
      if (!tenant) throw notFound('demo shop');
      const item = await this.items.read(tenant, id);
      return this.#send(layout(shop, productPage({ ...item.document })), reply);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
      return this.missing(reply);
    }
  }

  missing(reply: FastifyReply): Promise<string> {
    return this.page(missingPage, reply.status(404));
  }

  async page(content: PageContent | ((shop: Shop) => PageContent), reply: FastifyReply): Promise<string> {
    const shop = await this.#shop();
    return this.#send(layout(shop, typeof content === 'function' ? content(shop) : content), reply);
  }

  #send(page: string, reply: FastifyReply): string {
    void reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_POLICY)
      .header('cache-control', 'no-cache');
    return page;
  }

  async #shop(): Promise<Shop> {
    const access = this.settings.demo ? await this.demo.access() : null;
    if (!access) throw notFound('demo shop');
    const addressOf = (extension: string): string => {
      const file = this.files.find('mirabel-storefront', extension);
      // Without a build the pages are there, plain.
      return file ? `/assets/${file.name}` : '';
    };
    return { slug: access.slug, publicKey: access.keys.public, script: addressOf('js'), style: addressOf('css') };
  }
}
