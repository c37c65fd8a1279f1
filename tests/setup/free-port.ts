import { once } from 'node:events';
import { createServer } from 'node:net';

/** The system may offer a port again before the process that it was chosen for listens there. */
const chosen = new Set<number>();

/** A currently free port, never the same twice. Another process may take it first, so callers should retry. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found');
  if (chosen.has(address.port)) return freePort();
  chosen.add(address.port);
  return address.port;
}
