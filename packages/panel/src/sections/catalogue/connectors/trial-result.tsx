import type { UseQueryResult } from '@tanstack/react-query';
import { Refusal } from '../../../api/problem.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Failure, Skeleton } from '../../../components/states.tsx';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { otherFaults, type Trial } from './trial.ts';

/** How the first page went, what no field is to blame for, and the first items before and after. */
export function TrialResult({ trial, fields }: { trial: UseQueryResult<Trial>; fields: readonly string[] }) {
  const t = useText();
  const { data, error, refetch, isFetching } = trial;
  // Beside its field already.
  const elsewhere =
    !(error instanceof Refusal) ||
    error.fields.some(({ field }) => !/^\/(mapping|transforms)\//.test(field)) ||
    error.fields.length === 0;
  if (error && elsewhere) return <Failure small error={error} retry={() => void refetch()} />;
  if (error)
    return (
      <p role="status">
        <Badge tone="bad">{t('mapping_refused')}</Badge>
      </p>
    );
  if (!data) return <Skeleton rows={2} />;
  const [sample] = data.samples;
  return (
    <div className={styles.stack} aria-busy={isFetching}>
      <div className={styles.actions}>
        <span role="status">
          <Badge tone={data.ok ? 'good' : 'warn'}>
            {data.page ? t('page_read', { valid: data.page.valid, items: data.page.items }) : t('page_unread')}
          </Badge>
        </span>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('test_again')}
        </Button>
      </div>
      {otherFaults(fields, data).map((message) => (
        <p key={message} className={styles.fault}>
          <bdi>{message}</bdi>
        </p>
      ))}
      {sample && (
        <details>
          <summary>{t('first_item')}</summary>
          <div className={styles.row}>
            <Json label={t('as_answered')} value={sample.item} />
            <Json label={t('as_it_comes_in')} value={sample.document} />
          </div>
        </details>
      )}
    </div>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.muted}>{label}</figcaption>
      <pre className={styles.sample} tabIndex={0} aria-label={label} role="region" dir="ltr">
        {JSON.stringify(value, null, 2)}
      </pre>
    </figure>
  );
}
