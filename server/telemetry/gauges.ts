import { Gauge, type Registry } from 'prom-client';

/** `label`: the label's value for this row; null for a metric without one. */
export type MetricRow = { name: string; label: string | null; value: number };

export type Watched = { name: string; help: string; read: () => number };
export type WatchedRows = {
  /** Help texts by name. */
  names: Record<string, string>;
  label: string | null;
  read: () => Promise<MetricRow[]>;
};

/** Gauges that are read at each scrape. Call `refresh` before rendering. */
export function createGauges(registry: Registry) {
  const registers = [registry];
  const refreshes: (() => Promise<void>)[] = [];
  return {
    watch: ({ name, help, read }: Watched): void => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    watchRows: ({ names, label, read }: WatchedRows): void => {
      const labelNames = label ? [label] : [];
      const gauges = new Map(
        Object.entries(names).map(([name, help]) => [name, new Gauge({ name, help, registers, labelNames })]),
      );
      refreshes.push(async () => {
        const rows = await read().catch(() => []);
        // Missing or unreadable rows must show neither their last value nor a reassuring zero.
        for (const gauge of gauges.values()) clear(gauge, label);
        for (const row of rows)
          gauges.get(row.name)?.set(label && row.label !== null ? { [label]: row.label } : {}, row.value);
      });
    },
    refresh: async (): Promise<void> => {
      await Promise.all(refreshes.map((refresh) => refresh()));
    },
  };
}

function clear(gauge: Gauge, label: string | null): void {
  // Without a label, reset() would set the value to zero.
  if (label) gauge.reset();
  else gauge.remove();
}
