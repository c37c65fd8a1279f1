import type { Tracer } from './tracer.ts';

type TracerOptions = { endpoint: string | undefined; share: number };

/** Returns null, and loads nothing, without an endpoint. `share`: the fraction of traces that are recorded. */
export async function openTracer({ endpoint, share }: TracerOptions): Promise<Tracer | null> {
  if (endpoint === undefined) return null;
  const { createTracer } = await import('./open-telemetry.ts');
  return createTracer({ endpoint, share });
}
