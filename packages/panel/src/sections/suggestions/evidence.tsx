import { Icon } from '../../components/icon.tsx';
import { useFormat } from '../../i18n/format.ts';
import type { Suggestion } from './suggestions.ts';
import { useText } from './text.ts';
import styles from './detail.module.css';

/** What speaks for it, in numbers, and what the shop's own searches would have answered. */
export function Evidence({ evidence }: Pick<Suggestion, 'evidence'>) {
  const t = useText();
  const format = useFormat();
  const { replay, holdout } = evidence;
  const facts: [string, string][] = [
    [t('fact_sessions'), format.number(evidence.sessions)],
    [t('fact_rescues'), format.number(evidence.rescues)],
    [t('fact_rate'), evidence.rescue_rate === null ? '–' : format.percent(evidence.rescue_rate)],
    [t('fact_items'), format.number(evidence.shared_items)],
    [t('fact_distance'), format.number(evidence.edit_distance)],
    [t('fact_results'), `${format.number(evidence.results_failed)} → ${format.number(evidence.results_rescue)}`],
  ];
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : format.percent(part / whole));
  return (
    <>
      <section className={styles.part}>
        <h3>{t('evidence')}</h3>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {replay && (
        <section className={styles.part}>
          <h3>{t('replay')}</h3>
          {replay.held && (
            <p className={styles.held}>
              <Icon name="warning" size={18} />
              {t('held')}
            </p>
          )}
          <ul className={styles.findings}>
            <li>{t('replay_queries', { count: replay.queries, searches: replay.searches })}</li>
            <li>{t('replay_recovered', { count: replay.recovered, searches: replay.recovered_searches })}</li>
            <li>{t('replay_changed', { count: replay.changed, searches: replay.changed_searches })}</li>
            <li>{t('replay_displaced', { count: replay.displaced, searches: replay.displaced_searches })}</li>
          </ul>
        </section>
      )}
      {holdout && (
        <section className={styles.part}>
          <h3>{t('holdout')}</h3>
          <ul className={styles.findings}>
            {(['with', 'without'] as const).map((side) => (
              <li key={side}>
                {t(`holdout_${side}`, {
                  count: holdout[side].sessions,
                  no_click: share(holdout[side].no_click, holdout[side].sessions),
                  no_result: share(holdout[side].no_result, holdout[side].sessions),
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
