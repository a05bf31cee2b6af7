import { useQueries } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { Failure } from '../../components/states.tsx';
import { keyOf, useMember } from '../../shell/member.ts';
import { useSettled } from '../../shell/settled.ts';
import type { Thresholds } from './calibration-chart.tsx';
import { STATUSES, type Status } from './filters.ts';
import { useText } from './text.ts';
import styles from './pages.module.css';

/** A threshold on the move is not asked for at every step. */
const SETTLING_MS = 400;
const MODES = ['hybrid', 'auto'] as const;

/** Counted by the service for exactly these thresholds: the chart's bands are too wide to say it. */
export function WouldApply({ thresholds }: { thresholds: Thresholds }) {
  const settled = {
    hybrid: useSettled(thresholds.hybrid, SETTLING_MS),
    auto: useSettled(thresholds.auto, SETTLING_MS),
  };
  return (
    <ul className={styles.would} aria-live="polite">
      {MODES.map((mode) => (
        <Count key={mode} mode={mode} threshold={settled[mode]} />
      ))}
    </ul>
  );
}

function Count({ mode, threshold }: { mode: (typeof MODES)[number]; threshold: number }) {
  const t = useText();
  const { slug: tenant } = useMember();
  const answers = useQueries({
    queries: STATUSES.map((status) => ({
      queryKey: keyOf(tenant, 'suggestions', 'count', status, threshold),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(
          api.GET('/v1/{tenant}/smart/suggestions', {
            params: { path: { tenant }, query: { status, min_confidence: threshold, limit: 1 } },
            signal,
          }),
        ),
    })),
  });
  const failed = answers.find(({ error }) => error);
  if (failed) return <Failure small error={failed.error} retry={() => answers.forEach((one) => void one.refetch())} />;
  const of = (...statuses: Status[]): number =>
    statuses.reduce((sum, status) => sum + (answers[STATUSES.indexOf(status)]?.data?.total ?? 0), 0);
  if (answers.some(({ data }) => !data)) return <li>{t('counting')}</li>;
  return (
    <li>
      <strong>{t(`threshold_${mode}`)}</strong>{' '}
      {t('would_apply', {
        count: of(...STATUSES),
        right: of('accepted', 'applied'),
        wrong: of('rejected', 'reverted'),
        open: of('pending', 'logged'),
      })}
    </li>
  );
}
