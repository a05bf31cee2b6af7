import { useRef, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useMember } from '../../shell/member.ts';
import { useTyped } from '../../shell/settled.ts';
import { ListFrame } from './list-frame.tsx';
import { RowActions } from './row-actions.tsx';
import { SynonymDialog } from './synonym-dialog.tsx';
import {
  SOURCES,
  useSynonymChange,
  useSynonymFilters,
  useSynonymImport,
  useSynonyms,
  type Synonym,
} from './synonyms.ts';
import { useText } from './text.ts';
import styles from './rules.module.css';

export function SynonymsPage() {
  const t = useText();
  const [filters, change] = useSynonymFilters();
  const [typed, setTyped] = useTyped(filters.q, (q) => change({ q }));
  const [open, setOpen] = useState<Synonym | 'new' | null>(null);
  const list = useSynonyms(filters);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ListFrame
      what="synonym"
      list={list}
      onNew={() => setOpen('new')}
      filters={
        <div className={styles.filters}>
          <TextField
            label={t('find_synonyms')}
            type="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Select
            label={t('source')}
            value={filters.source}
            options={SOURCES.map((value) => ({ value, label: t(value === '' ? 'source_all' : `source_${value}`) }))}
            onChange={(source) => change({ source })}
          />
          <Files />
        </div>
      }
    >
      {rows.length > 0 && <SynonymTable rows={rows} total={list.data!.pages[0]!.total} onEdit={setOpen} />}
      {open && <SynonymDialog synonym={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </ListFrame>
  );
}

function SynonymTable({
  rows,
  total,
  onEdit,
}: {
  rows: readonly Synonym[];
  total: number;
  onEdit(one: Synonym): void;
}) {
  const t = useText();
  const { mayEdit } = useMember();
  const change = useSynonymChange();
  const words = ({ type, input, terms }: Synonym) => (
    <span>
      {type === 'one_way' && (
        <>
          <bdi>{input}</bdi> →{' '}
        </>
      )}
      <bdi>{terms.join(type === 'two_way' ? ' = ' : ', ')}</bdi>
    </span>
  );
  return (
    <>
      <p role="status" className={styles.count}>
        {t('count_synonyms', { count: total })}
      </p>
      {change.error && <Failure small error={change.error} />}
      <DataTable
        caption={t('tab_synonyms')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'words', header: t('words'), cell: words, rowHeader: true },
          { key: 'source', header: t('source'), cell: ({ source }) => t(`source_${source}`) },
          {
            key: 'state',
            header: t('state'),
            cell: ({ enabled, locale }) => (
              <span className={styles.badges}>
                <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('on') : t('off')}</Badge>
                {locale && <Badge>{locale}</Badge>}
              </span>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">{t('actions')}</span>,
            cell: (synonym) =>
              mayEdit && (
                <span className={styles.badges}>
                  <RowActions row={synonym} change={change} editKind="quiet" onEdit={() => onEdit(synonym)} />
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

/** Synonyms come and go as files: CSV, or the text of Solr. */
function Files() {
  const t = useText();
  const { slug, mayEdit } = useMember();
  const input = useRef<HTMLInputElement>(null);
  const load = useSynonymImport();
  return (
    <div className={styles.files}>
      <CsvButton path={`/v1/${slug}/synonyms/export`} query={{ format: 'csv' }} fileName={`${slug}-synonyms.csv`} />
      {mayEdit && (
        <>
          <input
            ref={input}
            type="file"
            accept=".csv,.txt"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={t('import')}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) load.mutate(file);
              target.value = '';
            }}
          />
          <Button busy={load.isPending} onClick={() => input.current?.click()}>
            {t('import')}
          </Button>
        </>
      )}
      {load.error && <Failure small error={load.error} />}
      {load.data && (
        <p role="status" className={styles.count}>
          {t('imported', { count: load.data.created })}
          {load.data.failed > 0 && ` ${t('import_errors', { count: load.data.failed })}`}
        </p>
      )}
    </div>
  );
}
