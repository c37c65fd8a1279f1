import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import growth from './growth.module.css';

type Values = readonly (number | null)[];
/** `color`: the name of a design token. */
export type Line = { name: string; color: string; values: Values };
type Props = { title: string; days: readonly string[]; lines: readonly Line[]; band?: { low: Values; high: Values } };

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const height = 220;

/** Curves over days. The same data is in a table, so a screen reader gets a single image with a title. */
export function Curve({ title, days, lines, band }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const plot = new uPlot(
      optionsOf({ lines, hasBand: band !== undefined, width: element.clientWidth }),
      [
        days.map((day) => Date.parse(day) / 1000),
        ...[...lines.map(({ values }) => values), ...(band ? [band.high, band.low] : [])].map((values) => [...values]),
      ],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // Colours are read at each drawing, because the colour scheme may change.
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const draw = () => plot.redraw(false, true);
    scheme.addEventListener('change', draw);
    return () => {
      scheme.removeEventListener('change', draw);
      resized.disconnect();
      plot.destroy();
    };
  }, [days, lines, band]);
  return (
    <figure className={growth.figure}>
      <figcaption>
        {title}
        <span className={growth.legend}>
          {lines.map(({ name, color }) => (
            <span key={name}>
              <i style={{ background: `var(${color})` }} aria-hidden="true" />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={place} role="img" aria-label={`${title}. The numbers are in the table “Day by day”.`} />
    </figure>
  );
}

type Drawing = { lines: readonly Line[]; hasBand: boolean; width: number };

function optionsOf({ lines, hasBand, width }: Drawing): uPlot.Options {
  const axis = {
    stroke: () => token('--ink-soft'),
    grid: { stroke: () => token('--line'), width: 1 },
    ticks: { stroke: () => token('--line'), width: 1 },
    font: `13px ${token('--font')}`,
  };
  const edge = { stroke: 'transparent', points: { show: false } };
  return {
    width,
    height,
    // Days in the server's time zone.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { show: false },
    legend: { show: false },
    axes: [
      { ...axis, values: (_plot, splits) => splits.map(dayLabel) },
      { ...axis, size: 56 },
    ],
    series: [
      {},
      ...lines.map(({ color }) => ({ stroke: () => token(color), width: 2, points: { show: false } })),
      ...(hasBand ? [edge, edge] : []),
    ],
    bands: hasBand ? [{ series: [lines.length + 1, lines.length + 2], fill: () => `${token('--primary')}33` }] : [],
  };
}

const dayLabel = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
