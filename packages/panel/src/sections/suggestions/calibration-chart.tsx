import type { Schemas } from '../../api/client.ts';
import { niceTicks } from '../../components/scale.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from './text.ts';
import styles from './calibration.module.css';

export interface Thresholds {
  hybrid: number;
  auto: number;
}

interface CalibrationChartProps {
  bands: readonly Schemas['BandResponse'][];
  thresholds: Thresholds;
  mayMove: boolean;
  onMove(moved: Partial<Thresholds>): void;
}

const WIDTH = 720;
const HEIGHT = 240;
const TOP = 24;
const BOTTOM = 22;

/** A bar for each band of confidence, with what was judged right and wrong in it; the thresholds stand among them. */
export function CalibrationChart({ bands, thresholds, mayMove, onMove }: CalibrationChartProps) {
  const t = useText();
  const format = useFormat();
  const highest = niceTicks(Math.max(...bands.map(({ proposed }) => proposed))).at(-1)!;
  const x = (confidence: number): number => confidence * WIDTH;
  const height = (count: number): number => (count / highest) * (HEIGHT - TOP - BOTTOM);
  const floor = HEIGHT - BOTTOM;
  return (
    <div className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className={styles.drawing}>
        <line className={styles.axis} x1={0} x2={WIDTH} y1={floor} y2={floor} />
        {bands.map(({ from, to, proposed, kept, rejected, reverted, precision }) => {
          const wrong = rejected + reverted;
          const place = { x: x(from) + 2, width: x(to) - x(from) - 4 };
          const parts = [
            { name: 'right', count: Math.min(kept, proposed) },
            { name: 'wrong', count: Math.min(wrong, Math.max(0, proposed - kept)) },
            { name: 'waiting', count: Math.max(0, proposed - kept - wrong) },
          ] as const;
          let base = floor;
          return (
            <g key={from}>
              {parts.map(({ name, count }) => {
                base -= height(count);
                return <rect key={name} className={styles[name]} {...place} y={base} height={height(count)} />;
              })}
              {precision !== null && (
                <text className={styles.label} x={place.x + place.width / 2} y={base - 6} textAnchor="middle">
                  {format.percent(precision)}
                </text>
              )}
              <text className={styles.tick} x={x(from)} y={HEIGHT - 5} textAnchor={from === 0 ? 'start' : 'middle'}>
                {format.percent(from)}
              </text>
            </g>
          );
        })}
        {(['hybrid', 'auto'] as const).map((mode) => (
          <line
            key={mode}
            className={styles[mode]}
            x1={x(thresholds[mode])}
            x2={x(thresholds[mode])}
            y1={4}
            y2={floor}
          />
        ))}
      </svg>
      <p className={styles.legend}>
        {(['right', 'wrong', 'waiting'] as const).map((name) => (
          <span key={name} className={styles[`key_${name}`]}>
            {t(`bar_${name}`)}
          </span>
        ))}
        <span>{t('bar_label')}</span>
      </p>
      {(['hybrid', 'auto'] as const).map((mode) => (
        <label key={mode} className={styles.slider}>
          <span className={styles[`name_${mode}`]}>
            {t(`threshold_${mode}`)}: {format.percent(thresholds[mode])}
          </span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={thresholds[mode]}
            disabled={!mayMove}
            aria-valuetext={format.percent(thresholds[mode])}
            onChange={({ target }) => onMove({ [mode]: Number(target.value) })}
          />
        </label>
      ))}
    </div>
  );
}
