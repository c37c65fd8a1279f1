import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type Balancer = { close: () => Promise<void> };

/** Names the process that answered, by its place among those given. */
export const answeredBy = 'x-answered-by';

/**
 * Stands in front of several app processes as a reverse proxy does. Each request goes to the next of them, whatever
 * connection it came by, so that nothing that one process remembers alone can pass unseen.
 */
export async function openBalancer({ port, apps }: { port: number; apps: readonly number[] }): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    const turn = asked++ % apps.length;
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
  const asking = request({ host: 'localhost', port, agent, method, path, headers: forwarded }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer), [answeredBy]: String(turn) });
    answer.pipe(outgoing);
  });
  asking.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => asking.destroy());
  incoming.pipe(asking);
}

const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** A client that is told how long the app keeps its connection would ask on one that is closed here. */
function endToEnd({ headersDistinct }: IncomingMessage): NodeJS.Dict<string[]> {
  return Object.fromEntries(Object.entries(headersDistinct).filter(([name]) => !ofOneConnection.has(name)));
}
