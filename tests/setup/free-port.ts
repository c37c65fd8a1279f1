import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The process that a port was chosen for may not listen there yet. */
const chosen = new Set<number>();

/**
 * Below the ports that a system gives to outgoing connections and to whoever asks for any: one of those could be taken
 * by a connection before its process listens. Ports below 10,000 are used by databases and the like.
 */
const range = [10_000, 32_768] as const;

/** A currently free port, never the same twice. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  if (chosen.has(port) || !(await isFree(port))) return freePort();
  chosen.add(port);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, 'localhost');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
