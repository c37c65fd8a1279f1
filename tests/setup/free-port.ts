import { once } from 'node:events';
import { createServer } from 'node:net';

/** A currently free port. Another process may take it first, so callers should retry. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found');
  return address.port;
}
