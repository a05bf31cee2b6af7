import { ApiError } from './errors.ts';
import type { TenantContext } from './tenant-context.ts';

/** What people change, one after the other. */
export interface Edited {
  /** Grows with each change; the `ETag` of the thing. */
  version: number;
  updated_at: Date;
  /** The person's address, the key's name, `mirabel`, or null when nobody changed it since it was made. */
  updated_by: string | null;
}

/** The versions that `If-Match` names; null: any. */
export type ExpectedVersions = readonly number[] | null;

/** The mark of one more change. */
export function nextEdit(tenant: TenantContext, now: number, version = 0): Edited {
  return { version: version + 1, updated_at: new Date(now), updated_by: tenant.actor?.name ?? null };
}

/** @throws ApiError `edited_meanwhile`, with the present state as its `current` */
export function refuseStale(expected: ExpectedVersions, present: Edited, view: object = present): void {
  if (expected === null || expected.includes(present.version)) return;
  const who = present.updated_by ?? 'Someone';
  throw new ApiError('edited_meanwhile', `${who} changed this at ${present.updated_at.toISOString()}.`, {
    headers: { etag: `"${present.version}"` },
    members: { current: view, changed_by: present.updated_by, changed_at: present.updated_at },
  });
}
