import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keyOf, useMember } from '../../shell/member.ts';

interface Versioned {
  id: string;
  version: number;
}

export type Change<Row extends Versioned, Body> =
  | { kind: 'save'; row: Row | null; body: Body }
  | { kind: 'switch'; row: Row; enabled: boolean }
  | { kind: 'delete'; row: Row };

interface Routes<Body> {
  create(tenant: string, body: Body): Promise<unknown>;
  patch(at: At, body: Body | { enabled: boolean }): Promise<unknown>;
  remove(at: At): Promise<unknown>;
}

/** Which row, at the version that was shown: who comes later is told and overwrites nothing. */
type At = {
  params: { path: { tenant: string; id: string } };
  headers: { 'If-Match': string };
};

export function useChange<Row extends Versioned, Body>(part: 'rules' | 'synonyms', routes: Routes<Body>) {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change<Row, Body>): Promise<unknown> => {
      if (change.kind === 'save' && !change.row) return routes.create(tenant, change.body);
      const { id, version } = change.row!;
      const at = { params: { path: { tenant, id } }, headers: { 'If-Match': `"${version}"` } };
      if (change.kind === 'delete') return routes.remove(at);
      return routes.patch(at, change.kind === 'save' ? change.body : { enabled: change.enabled });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(tenant, part) }),
  });
}
