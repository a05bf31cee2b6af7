import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../api/client.ts';
import { useBaseText } from '../i18n/base.ts';
import { useFormat } from '../i18n/format.ts';
import { keyOf, useMember } from './member.ts';

export type Change = Schemas['AuditEntryResponse'];

/** As many as one look at the log tells. */
const LATEST = 100;

/** The latest changes of the shop's settings, the newest first. */
export function useSettingChanges(): readonly Change[] {
  const { slug } = useMember();
  const { data } = useQuery({
    queryKey: keyOf(slug, 'settings', 'changes'),
    queryFn: ({ signal }) => {
      const query = { kind: 'settings', limit: LATEST } as const;
      return read(api.GET('/v1/{tenant}/audit', { params: { path: { tenant: slug }, query }, signal }));
    },
  });
  return data?.rows ?? [];
}

/** Who changed this setting last, and when; nothing while it is as it was made. */
export function ChangedBy({ field, changes }: { field: string; changes: readonly Change[] }) {
  const t = useBaseText();
  const format = useFormat();
  const last = changes.find(({ changes: fields }) => Object.hasOwn(fields, field));
  if (!last) return null;
  return t.rich('changed_by', { actor: <bdi>{last.actor}</bdi>, at: format.dateTime(last.at) });
}
