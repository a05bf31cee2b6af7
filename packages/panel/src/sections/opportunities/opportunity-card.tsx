import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { Explain } from '../../components/explain.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMember, useSettings } from '../../shell/member.ts';
import { useRemedy, type Opportunity } from './opportunities.ts';
import { RemedyDialog, type Written } from './remedy-dialog.tsx';
import { useText } from './text.ts';
import styles from './opportunities.module.css';

const TONES: Record<Opportunity['cause'], Tone> = {
  typo: 'accent',
  vocabulary: 'accent',
  out_of_stock: 'warn',
  not_sold: 'neutral',
  code_format: 'warn',
};
const WRITTEN = ['synonym', 'replace', 'redirect'] as const;
const VARIANTS = 4;

export function OpportunityCard({ row }: { row: Opportunity }) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const { slug, mayEdit } = useMember();
  const { data: settings } = useSettings();
  const [writing, setWriting] = useState<Written | null>(null);
  const note = useRemedy();
  const query = row.normalized_query;
  const line = t('memory_line', { query });
  const noted = settings?.business_memory_md.split('\n').includes(line) ?? false;
  const others = row.variants.filter((variant) => variant.query !== query).slice(0, VARIANTS);
  return (
    <article className={styles.card}>
      <div className={styles.what}>
        <h2 className={styles.query}>
          <bdi>{query}</bdi>
        </h2>
        <p className={styles.badges}>
          <Badge tone={TONES[row.cause]}>{t(`cause_${row.cause}`)}</Badge>
          {noted && <Badge>{t('noted')}</Badge>}
        </p>
        {others.length > 0 && (
          <p className={styles.variants}>
            {t('also')}{' '}
            {others.map((variant, at) => (
              <span key={variant.query}>
                {at > 0 && ', '}
                <bdi>{variant.query}</bdi>
              </span>
            ))}
          </p>
        )}
        <p className={styles.advice}>
          {t.rich(`advice_${row.advice.code}`, { query: <bdi>{query}</bdi>, target: <bdi>{row.advice.target}</bdi> })}
        </p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{t('searches')}</dt>
          <dd>{format.number(row.searches)}</dd>
        </div>
        <div>
          <dt>{t('sessions')}</dt>
          <dd>{format.number(row.sessions)}</dd>
        </div>
        <div>
          <dt>
            {t('value')} <Explain label={t('explain_value_label')}>{t('explain_value')}</Explain>
          </dt>
          <dd>
            {row.estimated_value.map(({ amount, currency }) => format.money(amount, currency)).join(' + ') || '–'}
          </dd>
        </div>
        <div>
          <dt>{t('last_seen')}</dt>
          <dd>{format.date(row.last_seen)}</dd>
        </div>
      </dl>
      <div className={styles.actions} role="group" aria-label={t('actions_for', { query })}>
        {row.suggestion_id && (
          <Link className={buttonClass('primary')} href={`/${slug}/suggestions?id=${row.suggestion_id}`}>
            {t('see_suggestion')}
          </Link>
        )}
        {mayEdit &&
          WRITTEN.map((kind) => (
            <Button key={kind} onClick={() => setWriting(kind)}>
              {t(`do_${kind}`)}
            </Button>
          ))}
        {mayEdit && !noted && (
          <Button
            kind="quiet"
            busy={note.isPending}
            onClick={() =>
              note.mutate({ kind: 'not_sold', query, line }, { onSuccess: () => toast(t('done_not_sold')) })
            }
          >
            {t('do_not_sold')}
          </Button>
        )}
      </div>
      {note.error && <Failure small error={note.error} />}
      <RemedyDialog kind={writing} query={query} onClose={() => setWriting(null)} />
    </article>
  );
}
