import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { panelApi } from './client.ts';
import { isRefusal } from './problem.ts';

export type Role = 'owner' | 'editor' | 'viewer';

export interface Membership {
  slug: string;
  name: string | null;
  role: Role;
}

export interface Session {
  user: { id: string; email: string; name: string | null; has_password: boolean };
  tenants: Membership[];
  /** How this session began. */
  method: 'password' | 'link' | 'oidc';
  expires_at: string;
}

export interface PanelConfig {
  oidc: { label: string } | null;
  version: string;
}

/** Set when an answer says that the session has ended while a page was open. */
export const SESSION_ENDED = ['session-ended'] as const;

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      return await panelApi<Session>('GET', 'session', undefined, signal);
    } catch (error) {
      if (isRefusal(error, 401)) return null;
      throw error;
    }
  },
  staleTime: Infinity,
});

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => panelApi<PanelConfig>('GET', 'config', undefined, signal),
  staleTime: Infinity,
});

/** The session of whoever is signed in; only for what is drawn when somebody is. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in.');
  return data;
}

export function useSessionEnded(): boolean {
  return useQuery({ queryKey: SESSION_ENDED, queryFn: () => false, initialData: false, staleTime: Infinity }).data;
}

/** Signs in with a password, or with the token of a link. What was on the page when a session ended stays. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    // A wrong password is no end of a session.
    mutationKey: ['sign-in'],
    mutationFn: (given: { email: string; password: string } | { token: string }) =>
      panelApi<Session>('POST', 'token' in given ? 'session/link' : 'session', given),
    onSuccess: (session) => {
      const before = client.getQueryData(sessionQuery.queryKey);
      // Somebody else must not see what the last person had open.
      if (before && before.user.id !== session.user.id) return location.assign('/panel/');
      client.setQueryData(sessionQuery.queryKey, session);
      client.setQueryData(SESSION_ENDED, false);
      return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'tenant' });
    },
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => panelApi<void>('DELETE', 'session'),
    onSuccess: () => location.assign('/panel/'),
  });
}
