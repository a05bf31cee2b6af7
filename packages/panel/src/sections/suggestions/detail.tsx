import { Fragment } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { Evidence } from './evidence.tsx';
import { Reason } from './reason.tsx';
import { SideBySide } from './side-by-side.tsx';
import type { Status } from './filters.ts';
import { mayAccept, mayRevert, useSuggestion } from './suggestions.ts';
import { useText } from './text.ts';
import styles from './detail.module.css';

const TONES: Record<Status, Tone> = {
  pending: 'accent',
  accepted: 'good',
  applied: 'good',
  rejected: 'bad',
  logged: 'neutral',
  reverted: 'warn',
};

interface DetailProps {
  id: string;
  busy: boolean;
  back(): void;
  accept: ((id: string) => void) | undefined;
  reject: ((id: string) => void) | undefined;
  revert: ((id: string) => void) | undefined;
}

export function Detail({ id, busy, back, accept, reject, revert }: DetailProps) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useSuggestion(id);
  if (id === '') {
    return (
      <Empty icon="suggestions" title={t('choose')}>
        {t('choose_hint')}
      </Empty>
    );
  }
  const goBack = (
    <Button kind="quiet" icon="back" className={styles.back ?? ''} onClick={back}>
      {t('back')}
    </Button>
  );
  if (!data) {
    return (
      <>
        {goBack}
        {error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
      </>
    );
  }
  return (
    <article className={styles.detail}>
      {goBack}
      <header className={styles.header}>
        <h2 className={styles.title}>
          <bdi>{data.failed}</bdi> <span aria-hidden="true">→</span>
          <span className="visually-hidden">{t('becomes')}</span> <bdi>{data.suggested}</bdi>
        </h2>
        <p className={styles.badges}>
          <Badge tone={TONES[data.status]}>{t(`status_${data.status}`)}</Badge>
          <Badge>{t(`kind_${data.kind}`)}</Badge>
          <Badge>{t('confident', { share: format.percent(data.confidence) })}</Badge>
        </p>
        <div className={styles.actions}>
          {accept && mayAccept(data.status) && (
            <Button kind="primary" icon="check" busy={busy} onClick={() => accept(data.id)}>
              {t('accept')}
            </Button>
          )}
          {reject && mayAccept(data.status) && (
            <Button kind="danger" icon="close" busy={busy} onClick={() => reject(data.id)}>
              {t('reject')}
            </Button>
          )}
          {revert && mayRevert(data.status) && (
            <Button icon="undo" busy={busy} onClick={() => revert(data.id)}>
              {t('revert')}
            </Button>
          )}
        </div>
      </header>
      <p className={styles.reason}>
        <Reason {...data} />
      </p>
      {data.reject_reason && (
        <p className={styles.reason}>
          {t('rejected_because')} <bdi>{data.reject_reason}</bdi>
        </p>
      )}
      <Evidence evidence={data.evidence} />
      <SideBySide id={data.id} failed={data.failed} status={data.status} />
      <section className={styles.part}>
        <h3>{t('history')}</h3>
        <ol className={styles.history}>
          <li>
            {format.dateTime(data.created_at)} · {t('proposed')}
          </li>
          {data.history.map((entry) => (
            <Fragment key={`${entry.at}${entry.to}`}>
              {entry.omitted && <li>{t('history_omitted', { count: entry.omitted })}</li>}
              <li>
                {format.dateTime(entry.at)} · {t(entry.from === entry.to ? 'judged_anew' : `status_${entry.to}`)} ·{' '}
                {entry.actor ? <bdi>{entry.actor}</bdi> : t(`by_${entry.by}`)}
                {entry.reason && (
                  <>
                    : <bdi>{entry.reason}</bdi>
                  </>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </section>
      {error && <Failure small error={error} retry={() => void refetch()} />}
    </article>
  );
}
