import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Failure, LookOnly, Skeleton } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useMember } from '../../shell/member.ts';
import { useTabs } from './tabs.ts';
import { useText } from './text.ts';

interface ListFrameProps {
  what: 'rule' | 'synonym';
  /** A query in pages. */
  list: {
    data?: { pages: readonly { rows: readonly unknown[] }[] } | undefined;
    error: unknown;
    refetch(): unknown;
    fetchNextPage(): unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
  };
  onNew(): void;
  filters?: ReactNode;
  /** The rows, and the dialog that is open. */
  children: ReactNode;
}

/** What the pages of rules and of synonyms have in common: the button for a new one, the states, and more rows. */
export function ListFrame({ what, list, onNew, filters, children }: ListFrameProps) {
  const t = useText();
  const base = useBaseText();
  const tabs = useTabs();
  const { mayEdit } = useMember();
  const { data, error } = list;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      tabs={tabs}
      tools={
        mayEdit && (
          <Button kind="primary" onClick={onNew}>
            {t(`new_${what}`)}
          </Button>
        )
      }
    >
      {!mayEdit && <LookOnly />}
      {filters}
      {Boolean(error) && <Failure error={error} retry={() => void list.refetch()} />}
      {!error && !data && <Skeleton tall={what === 'rule'} rows={what === 'rule' ? 4 : 6} />}
      {data?.pages[0]?.rows.length === 0 && (
        <Empty icon="rules" title={t(`no_${what}s`)}>
          {t(`no_${what}s_hint`)}
        </Empty>
      )}
      {children}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {base('load_more')}
        </Button>
      )}
    </Page>
  );
}
