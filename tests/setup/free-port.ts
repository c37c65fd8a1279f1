import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port nobody uses at this moment. Another process may take it before it is used: whoever needs certainty tries
 * again.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('No port could be had');
  return address.port;
}
