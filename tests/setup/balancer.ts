import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type Balancer = { close: () => Promise<void> };

/** Names the process that answered, by its index. */
export const answeredBy = 'x-answered-by';

/**
 * A round-robin reverse proxy for several app processes, by request and not by connection, so that no state of a single
 * process goes unnoticed.
 */
export async function openBalancer({ port, apps }: { port: number; apps: readonly number[] }): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let requestCount = 0;
  const server = createServer((incoming, outgoing) => {
    const turn = requestCount++ % apps.length;
    passOn({ incoming, outgoing, agent, port: apps[turn] ?? 0, turn });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

type Passing = { incoming: IncomingMessage; outgoing: ServerResponse; agent: Agent; port: number; turn: number };

function passOn({ incoming, outgoing, agent, port, turn }: Passing): void {
  const { method, url: path, headers } = incoming;
  const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
  const upstream = request({ host: 'localhost', port, agent, method, path, headers: forwarded }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer), [answeredBy]: String(turn) });
    answer.pipe(outgoing);
  });
  upstream.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Not forwarded: the client's keep-alive is with this proxy, not with the app. */
function endToEnd({ headersDistinct }: IncomingMessage): NodeJS.Dict<string[]> {
  return Object.fromEntries(Object.entries(headersDistinct).filter(([name]) => !ofOneConnection.has(name)));
}
