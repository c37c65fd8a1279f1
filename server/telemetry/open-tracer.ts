import type { Tracer } from './tracer.ts';

type TracerOptions = { endpoint: string | undefined; share: number };

/** Null, and nothing is even loaded, without somewhere to send traces to. `share` of all traces are recorded. */
export async function openTracer({ endpoint, share }: TracerOptions): Promise<Tracer | null> {
  if (endpoint === undefined) return null;
  const { createTracer } = await import('./open-telemetry.ts');
  return createTracer({ endpoint, share });
}
