import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { keyOf, settingsQuery, useMember } from '../../shell/member.ts';

type Patch = Schemas['PatchSettingsRequest'];

/** Saves settings; `version` is the `ETag` they were read with, so that the later of two people is told. */
export function useSettingsEdit() {
  const { slug: tenant } = useMember();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, etag }: { patch: Patch; etag: string | null }) =>
      read(
        api.PATCH('/v1/{tenant}/settings', {
          params: { path: { tenant } },
          body: patch,
          headers: etag ? { 'If-Match': etag } : {},
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: settingsQuery(tenant).queryKey });
      await client.invalidateQueries({ queryKey: keyOf(tenant, 'settings', 'changes') });
      await client.invalidateQueries({ queryKey: keyOf(tenant, 'calibration') });
    },
  });
}
