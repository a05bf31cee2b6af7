import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import { tenantContext, type KeyKind, type TenantContext } from '../../kernel/tenant-context.ts';
import { giveToOwner } from '../../platform/database/embedded/index.ts';
import { MembersService, type OneTimeLink } from '../accounts/index.ts';
import { KeysService } from '../auth/index.ts';
import { IndexingService } from '../indexing/index.ts';
import { ItemsService } from '../items/index.ts';
import { TenantsService } from '../tenants/index.ts';
import { demoCatalogue, type DemoDocument } from './catalogue/index.ts';

export interface DemoAccess {
  slug: string;
  keys: Record<KeyKind, string>;
  /** In its catalogue now. */
  products: number;
}

export const DEMO_SLUG = 'demo';
const SOURCE = 'demo';
const OWNER = 'owner@demo.example';
/** Documents a call: small enough not to hold the process while it starts. */
const BATCH = 250;

/**
 * The shop that a first start creates, so that there is something to search. Keys are stored as hashes only: those of the
 * demo are also kept in the data folder, to be printed at every start.
 */
@Injectable()
export class DemoShop {
  readonly #file: string;

  constructor(
    private readonly tenants: TenantsService,
    private readonly keys: KeysService,
    private readonly indexing: IndexingService,
    private readonly items: ItemsService,
    private readonly members: MembersService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.#file = join(settings.dataDir, 'demo-keys.json');
  }

  /** Creates what is missing; a demo shop that is complete is left alone. */
  async ensure(onProgress: (step: string) => void = () => {}): Promise<DemoAccess> {
    const known = await this.#read();
    const present = await this.tenants.find(DEMO_SLUG);
    if (present && known?.tenantId === present.tenantId) {
      return { ...known.access, products: await this.#count(present) };
    }
    const tenant = present ?? (await this.#createTenant());
    await this.#push(tenant, onProgress);
    const products = await this.#count(tenant);
    const made = await this.keys.createFirst(tenant);
    const keys = Object.fromEntries(made.map((key) => [key.kind, key.key])) as Record<KeyKind, string>;
    const access = { slug: tenant.slug, keys, products };
    // Written last: without it the next start does everything again, which repeats nothing that is there.
    await this.#write({ tenantId: tenant.tenantId, access });
    return access;
  }

  /** A one-time link to the panel for the shop's owner; earlier ones end. */
  async signInLink(): Promise<OneTimeLink> {
    const tenant = await this.tenants.find(DEMO_SLUG);
    if (!tenant) throw new Error('There is no demo shop yet.');
    const { rows } = await this.members.list(tenant, { limit: 1_000, offset: 0 });
    if (rows.some(({ email }) => email === OWNER)) return this.members.linkFor(OWNER);
    const owner = { email: OWNER, name: 'Demo owner', role: 'owner' } as const;
    return (await this.members.invite(tenant, owner, { trusted: true })).link;
  }

  /** Null before the first `ensure`. */
  async access(): Promise<DemoAccess | null> {
    return (await this.#read())?.access ?? null;
  }

  async #createTenant(): Promise<TenantContext> {
    const tenant = await this.tenants.create(DEMO_SLUG, 'Mirabel demo shop');
    return tenantContext(tenant.id, tenant.slug);
  }

  async #count(tenant: TenantContext): Promise<number> {
    return (await this.items.list(tenant, {}, { limit: 1, offset: 0 })).total;
  }

  async #push(tenant: TenantContext, onProgress: (step: string) => void): Promise<void> {
    const documents = demoCatalogue().map((document) => this.#placed(document));
    for (let from = 0; from < documents.length; from += BATCH) {
      await this.indexing.push(tenant, SOURCE, documents.slice(from, from + BATCH));
      onProgress(`Demo shop: ${Math.min(from + BATCH, documents.length)} of ${documents.length} products`);
    }
  }

  /** With an address that works on pages of other origins too, when it is known where the service is. */
  #placed(document: DemoDocument): DemoDocument {
    const { publicUrl } = this.settings;
    if (!publicUrl) return document;
    return { ...document, url: publicUrl + document.url, image: publicUrl + document.image };
  }

  async #read(): Promise<{ tenantId: string; access: DemoAccess } | null> {
    try {
      return JSON.parse(await readFile(this.#file, 'utf8')) as { tenantId: string; access: DemoAccess };
    } catch {
      return null;
    }
  }

  async #write(content: { tenantId: string; access: DemoAccess }): Promise<void> {
    const draft = `${this.#file}.new`;
    await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
    await giveToOwner(draft, this.settings.dataDir);
    await rename(draft, this.#file);
  }
}
