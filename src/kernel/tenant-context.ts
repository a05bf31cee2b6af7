/** The three kinds of API key (section 5 of the API document). */
export const KEY_KINDS = ['public', 'secret', 'indexer'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * On whose behalf a statement runs. It is the first argument of every service and repository method that touches a
 * tenant's data, so that the scope is visible in the signature and works the same in HTTP, jobs and tests.
 */
export interface TenantContext {
  readonly tenantId: string;
  readonly slug: string;
}

export function tenantContext(tenantId: string, slug: string): TenantContext {
  return Object.freeze({ tenantId, slug });
}

/** Who sent a request: the key that was presented and the tenant it belongs to. */
export interface Caller {
  readonly tenant: TenantContext;
  readonly keyId: string;
  readonly kind: KeyKind;
}

export const TENANT_SLUG = /^[a-z0-9][a-z0-9-]{1,62}$/;
