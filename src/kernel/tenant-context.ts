/** The three kinds of API key (section 5 of the API document). */
export const KEY_KINDS = ['public', 'secret', 'indexer'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** What people may do in a tenant, the least first: read; change what shoppers find; keys, members and what costs money. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes a change: a person, a key, a command of the operator, or the service by itself. */
export interface Actor {
  readonly kind: 'user' | 'key' | 'command' | 'service';
  /** Of the user or key; null for the others. */
  readonly id: string | null;
  /** The person's address, the key's name, `mirabel`: what `changed_by` shows. */
  readonly name: string;
}

/**
 * On whose behalf a statement runs. It is the first argument of every service and repository method that touches a
 * tenant's data, so that the scope is visible in the signature and works the same in HTTP, jobs and tests.
 */
export interface TenantContext {
  readonly tenantId: string;
  readonly slug: string;
  /** Nobody named: jobs and commands. */
  readonly actor?: Actor;
}

export function tenantContext(tenantId: string, slug: string, actor?: Actor): TenantContext {
  return Object.freeze(actor ? { tenantId, slug, actor } : { tenantId, slug });
}

/** Who sent a request: the key that was presented, or the session that stands for a secret key, and its tenant. */
export interface Caller {
  readonly tenant: TenantContext;
  /** Of the key or the session: what is counted and repeated under. */
  readonly keyId: string;
  readonly kind: KeyKind;
  /** Of the person in this tenant; a key has none. */
  readonly role?: Role;
}

export const TENANT_SLUG = /^[a-z0-9][a-z0-9-]{1,62}$/;
