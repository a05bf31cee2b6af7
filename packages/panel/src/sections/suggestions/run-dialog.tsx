import type { Schemas } from '../../api/client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from './text.ts';
import styles from './pages.module.css';

const METRICS = [
  'sessions',
  'queries_analysed',
  'failed_queries',
  'pairs_found',
  'skipped_length',
  'skipped_few_sessions',
  'skipped_personal',
  'suggestions_created',
  'applied',
  'pending',
  'logged',
  'reopened',
  'reverted',
  'expired',
] as const;

/** Everything that a run says of itself. */
export function RunDialog({ run, onClose }: { run: Schemas['RunResponse'] | null; onClose(): void }) {
  const t = useText();
  const format = useFormat();
  return (
    <Dialog open={run !== null} onClose={onClose} title={run ? format.dateTime(run.started_at) : ''}>
      {run && (
        <>
          {run.error && <p className={styles.error}>{run.error}</p>}
          <dl className={styles.metrics}>
            <Fact name={t('trigger')} value={t(`trigger_${run.trigger}`)} />
            <Fact name={t('finished')} value={run.finished_at ? format.dateTime(run.finished_at) : '–'} />
            {METRICS.map((metric) => (
              <Fact key={metric} name={t(`metric_${metric}`)} value={format.number(run.metrics[metric])} />
            ))}
            <Fact
              name={t('bands')}
              value={(['high', 'medium', 'low'] as const)
                .map((band) => format.number(run.metrics.by_band[band]))
                .join(' / ')}
            />
            <Fact name={t('ai_model')} value={run.ai.model ?? t('ai_none')} />
            <Fact name={t('ai_calls')} value={format.number(run.ai.calls)} />
            <Fact
              name={t('ai_tokens')}
              value={`${format.number(run.ai.input_tokens)} / ${format.number(run.ai.output_tokens)}`}
            />
            <Fact name={t('cost')} value={format.money(run.cost_usd_cents / 100, 'USD')} />
          </dl>
        </>
      )}
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
