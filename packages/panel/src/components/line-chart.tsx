import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { niceTicks } from './scale.ts';
import styles from './chart.module.css';

export interface Point {
  at: string;
  value: number | null;
}

export interface Series {
  label: string;
  points: readonly Point[];
  /** Drawn faint and dashed: what is compared with. */
  faint?: boolean;
}

interface LineChartProps {
  /** Says what is drawn to whoever does not see it. */
  label: string;
  /** All have a value for the same places; the first one names them. */
  series: readonly Series[];
  formatValue(value: number): string;
  formatAt(at: string): string;
}

const WIDTH = 720;
const HEIGHT = 220;
const MARGIN = { top: 12, right: 12, bottom: 26, left: 54 };
const INNER = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };

/** Lines with gaps where there is no value. Arrow keys walk from place to place and read it out. */
export function LineChart({ label, series, formatValue, formatAt }: LineChartProps) {
  const readout = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const places = series[0]!.points;
  const last = places.length - 1;
  const values = series.flatMap(({ points }) => points.map(({ value }) => value ?? 0));
  const ticks = niceTicks(Math.max(...values, 0));
  const top = ticks.at(-1)!;
  const x = (place: number): number => MARGIN.left + (last === 0 ? INNER.width / 2 : (place / last) * INNER.width);
  const y = (value: number): number => MARGIN.top + INNER.height * (1 - value / top);

  const point = (event: PointerEvent): void => {
    const box = svg.current!.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - MARGIN.left) / INNER.width;
    setAt(Math.min(last, Math.max(0, Math.round(share * last))));
  };
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, (at ?? (step > 0 ? -1 : last + 1)) + step)));
  };
  const said = at === null ? null : describe(at);
  function describe(place: number): string {
    const figures = series.map((line) => {
      const value = line.points[place]?.value;
      return `${line.label}: ${value === null || value === undefined ? '–' : formatValue(value)}`;
    });
    return `${formatAt(places[place]!.at)} · ${figures.join(' · ')}`;
  }

  return (
    <div
      className={styles.chart}
      role="group"
      aria-label={label}
      aria-describedby={readout}
      tabIndex={0}
      onKeyDown={walk}
      onBlur={() => setAt(null)}
    >
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        className={styles.lines}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text className={styles.tick} x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end">
              {formatValue(tick)}
            </text>
          </g>
        ))}
        {labelled(last).map((place) => (
          <text
            key={place}
            className={styles.tick}
            x={x(place)}
            y={HEIGHT - 6}
            textAnchor={place === 0 ? 'start' : place === last ? 'end' : 'middle'}
          >
            {formatAt(places[place]!.at)}
          </text>
        ))}
        {series.map((line) => (
          <g key={line.label} className={line.faint ? styles.faint : styles.strong}>
            <path d={pathOf(line.points, x, y)} />
            {line.points.map(
              ({ value }, place) =>
                value !== null &&
                (place === at || isAlone(line.points, place)) && (
                  <circle key={place} cx={x(place)} cy={y(value)} r={place === at ? 4 : 2.5} />
                ),
            )}
          </g>
        ))}
        {at !== null && (
          <line className={styles.cursor} x1={x(at)} x2={x(at)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
        )}
      </svg>
      <p id={readout} className={styles.readout} aria-live="polite">
        {said ?? (
          <>
            {series.map((line) => (
              <span key={line.label} className={line.faint ? styles.keyFaint : styles.key}>
                {line.label}
              </span>
            ))}
          </>
        )}
      </p>
    </div>
  );
}

function pathOf(points: readonly Point[], x: (place: number) => number, y: (value: number) => number): string {
  let drawing = false;
  return points
    .map(({ value }, place) => {
      if (value === null) {
        drawing = false;
        return '';
      }
      const command = drawing ? 'L' : 'M';
      drawing = true;
      return `${command}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** A value between two gaps has no line: it gets a dot. */
const isAlone = (points: readonly Point[], place: number): boolean =>
  (points[place - 1]?.value ?? null) === null && (points[place + 1]?.value ?? null) === null;

/** At most six places with a date under them, the first and the last among them. */
function labelled(last: number): number[] {
  const count = Math.min(last, 5);
  if (count === 0) return [0];
  return Array.from({ length: count + 1 }, (_, at) => Math.round((at / count) * last));
}
