import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { SettingsReader } from '../tenants/index.ts';
import { BrowserFiles, withoutSourceMap } from './browser-files.ts';
import type { BootstrapResponse } from './dto/bootstrap.response.ts';

const SORTS = ['relevance', 'price:asc', 'price:desc', 'newest', 'popularity'];

@Injectable()
export class BootstrapService {
  constructor(
    private readonly settings: SettingsReader,
    private readonly files: BrowserFiles,
  ) {}

  async describe(tenant: TenantContext, successorKey?: string): Promise<BootstrapResponse> {
    const { locale, facet_fields, honour_gpc } = await this.settings.get(tenant);
    const widget = this.files.find('mirabel-widget');
    return {
      tenant: tenant.slug,
      locale,
      facets: facet_fields,
      sorts: SORTS,
      honour_gpc,
      successor_key: successorKey ?? null,
      sdk: `assets/${this.files.require('mirabel').name}`,
      widget: widget ? `assets/${widget.name}` : null,
    };
  }

  /** The SDK, started with what it would otherwise have to ask for. */
  async script(tenant: TenantContext, key: string): Promise<string> {
    const settings = await this.describe(tenant);
    const sdk = this.files.require('mirabel');
    const configuration = asScriptLiteral({ tenant: tenant.slug, key, settings });
    return `${withoutSourceMap(sdk)}\nmirabel.boot(${configuration});\n//# sourceMappingURL=../../assets/${sdk.name}.map\n`;
  }
}

const ESCAPES: Record<string, string> = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** JSON that cannot end a script element or a line, wherever the text ends up. */
export function asScriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (character) => ESCAPES[character]!);
}
