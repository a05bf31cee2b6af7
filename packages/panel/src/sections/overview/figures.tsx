import { Explain } from '../../components/explain.tsx';
import { useFormat, type Format } from '../../i18n/format.ts';
import { FIGURES, type Figure } from './filters.ts';
import type { Overview } from './metrics.ts';
import { useText } from './text.ts';
import styles from './overview.module.css';

type Counts = Overview['previous'];
type Kind = 'count' | 'share' | 'position';

const KINDS: Record<Exclude<Figure, 'revenue'>, Kind> = {
  searches: 'count',
  sessions: 'count',
  no_result_rate: 'share',
  no_click_rate: 'share',
  ctr: 'share',
  mean_click_position: 'position',
  conversions: 'count',
  conversion_rate: 'share',
  attribution_coverage: 'share',
};

/** Of these, less is better; of searches and sessions, more is neither. */
const LESS_IS_BETTER = new Set<Figure>(['no_result_rate', 'no_click_rate', 'mean_click_position']);
const MORE_IS_BETTER = new Set<Figure>(['ctr', 'conversions', 'conversion_rate', 'attribution_coverage', 'revenue']);

export function formatFigure(figure: Figure, value: number, format: Format, currency = ''): string {
  if (figure === 'revenue') return currency ? format.money(value, currency) : format.number(value, 2);
  const kind = KINDS[figure];
  if (kind === 'share') return format.percent(value);
  return format.number(value, kind === 'position' ? 1 : 0);
}

interface FiguresProps {
  overview: Overview;
  selected: string;
  onSelect(figure: Figure): void;
}

/** Each figure beside that of the period before; pressing one draws it. */
export function Figures({ overview, selected, onSelect }: FiguresProps) {
  const format = useFormat();
  return (
    <ul className={styles.figures}>
      {FIGURES.filter((figure) => figure !== 'revenue').map((figure) => (
        <Tile
          key={figure}
          figure={figure}
          selected={selected === figure}
          onSelect={onSelect}
          lines={[lineOf(figure, overview[figure], overview.previous[figure], format)]}
        />
      ))}
      <Tile
        figure="revenue"
        selected={selected === 'revenue'}
        onSelect={onSelect}
        lines={revenueOf(overview).map(({ currency, now, before }) => lineOf('revenue', now, before, format, currency))}
      />
    </ul>
  );
}

interface Line {
  value: string;
  change: string | null;
  tone: 'good' | 'bad' | 'flat';
}

function lineOf(figure: Figure, now: number | null, before: number | null, format: Format, currency = ''): Line {
  const value = now === null ? '–' : formatFigure(figure, now, format, currency);
  if (now === null || before === null || before === 0) return { value, change: null, tone: 'flat' };
  const share = (now - before) / before;
  const better = LESS_IS_BETTER.has(figure) ? share < 0 : share > 0;
  const judged = LESS_IS_BETTER.has(figure) || MORE_IS_BETTER.has(figure);
  // Below half a percent nothing has changed that anybody should look into.
  const tone = !judged || Math.abs(share) < 0.005 ? 'flat' : better ? 'good' : 'bad';
  return { value, change: `${share > 0 ? '+' : share < 0 ? '−' : '±'}${format.percent(Math.abs(share))}`, tone };
}

/** One line a currency: amounts of different ones have no sum. */
function revenueOf({ revenue, previous }: Overview) {
  const amount = (rows: Counts['revenue'], currency: string): number | null =>
    rows.find((row) => row.currency === currency)?.amount ?? null;
  const currencies = [...new Set([...revenue, ...previous.revenue].map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    currency,
    now: amount(revenue, currency) ?? 0,
    before: amount(previous.revenue, currency),
  }));
}

interface TileProps {
  figure: Figure;
  lines: readonly Line[];
  selected: boolean;
  onSelect(figure: Figure): void;
}

function Tile({ figure, lines, selected, onSelect }: TileProps) {
  const t = useText();
  const shown = lines.length > 0 ? lines : [{ value: '–', change: null, tone: 'flat' as const }];
  return (
    <li className={styles.tile} data-selected={selected || undefined}>
      <button type="button" className={styles.tileButton} aria-pressed={selected} onClick={() => onSelect(figure)}>
        <span className={styles.tileName}>{t(figure)}</span>
        {shown.map(({ value, change, tone }) => (
          <span key={value} className={styles.tileLine}>
            <span className={styles.tileValue}>{value}</span>
            {change && (
              <span className={styles[tone]}>
                {change}
                <span className="visually-hidden"> {t('against_before')}</span>
              </span>
            )}
          </span>
        ))}
      </button>
      <span className={styles.tileHelp}>
        <Explain label={t('explain', { figure: t(figure) })}>{t(`explain_${figure}`)}</Explain>
      </span>
    </li>
  );
}
