import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from '../api/client.ts';
import type { Membership } from '../api/session.ts';

export interface Member extends Membership {
  /** False for a viewer: what changes something is not offered. */
  mayEdit: boolean;
}

export const MemberContext = createContext<Member | null>(null);

/** The shop that is open and what the person may do in it. */
export function useMember(): Member {
  const member = useContext(MemberContext);
  if (!member) throw new Error('No shop is open.');
  return member;
}

/** Query keys of a shop begin so: a new session asks for all of them anew. */
export const keyOf = (tenant: string, ...parts: readonly unknown[]) => ['tenant', tenant, ...parts];

/** The settings, with the `ETag` that a change of them must name. */
export const settingsQuery = (tenant: string) =>
  queryOptions({
    queryKey: keyOf(tenant, 'settings'),
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET('/v1/{tenant}/settings', { params: { path: { tenant } }, signal });
      return { ...data!, etag: response.headers.get('etag') };
    },
    staleTime: 60_000,
  });

export const useSettings = () => useQuery(settingsQuery(useMember().slug));
