import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';

type MetricsServer = { close: () => Promise<void> };

/** Returns null, and opens no port, without a METRICS_PORT. */
export async function openMetrics(
  metrics: Metrics | null,
  { METRICS_PORT: port, HOST: host }: { METRICS_PORT?: number | undefined; HOST: string },
): Promise<MetricsServer | null> {
  return metrics === null || port === undefined ? null : serveMetrics(metrics, { port, host });
}

/** `health` is for the worker, which has no other port. */
export const operatorPaths = { metrics: '/metrics', health: '/healthz' };

/**
 * Serves `/metrics` on a separate port that the reverse proxy does not expose: it is for operators, not for the public.
 */
async function serveMetrics(metrics: Metrics, { port, host }: { port: number; host: string }): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url === operatorPaths.health) return void response.writeHead(200).end('alive');
    if (request.url !== operatorPaths.metrics) return void response.writeHead(404).end();
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
