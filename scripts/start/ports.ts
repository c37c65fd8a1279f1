import { createServer } from 'node:net';
import { StartProblem } from './start-problem.ts';

type NeededPort = { port: number; variable: string; of: string };

/**
 * Checked before anything starts, so that taken ports are reported within a second. Throws StartProblem with a complete
 * `command` that uses free ports: reported one by one, each taken port would cost another try.
 */
export async function checkPorts({ ports, command }: { ports: NeededPort[]; command: string }): Promise<void> {
  const doubled = ports.find(({ port }, index) => ports.findIndex((other) => other.port === port) !== index);
  if (doubled)
    throw new StartProblem(`Port ${doubled.port} is configured twice: set ${doubled.variable} to another port.`);
  const occupied: NeededPort[] = [];
  for (const needed of ports) {
    const code = await tryPort(needed.port);
    if (code === 'EADDRINUSE') occupied.push(needed);
    else if (code)
      throw new StartProblem(
        `Port ${needed.port} cannot be used for ${needed.of} (${code}): set ${needed.variable} to another port.`,
      );
  }
  if (occupied.length === 0) return;
  const freePorts = await findFreePorts(occupied, new Set(ports.map(({ port }) => port)));
  throw new StartProblem(
    `${describeOccupied(occupied)}, or start on free ports:\n\n  ${[...freePorts, command].join(' ')}`,
  );
}

function describeOccupied(occupied: readonly NeededPort[]): string {
  const [first, ...others] = occupied;
  if (first && others.length === 0)
    return `Port ${first.port} is in use, and ${first.of} needs it: stop the program that uses it`;
  const list = occupied.map(({ port, of }) => `${port} (${of})`).join(', ');
  return `Ports ${list} are in use, perhaps by another instance: stop it`;
}

/** `VARIABLE=port` for each taken port, on the first free one some hundreds above it. */
async function findFreePorts(occupied: readonly NeededPort[], avoid: Set<number>): Promise<string[]> {
  const chosen: string[] = [];
  for (const { port, variable } of occupied) {
    let free = port;
    do free = free + 100 > 65_535 ? 1_024 + (free % 100) : free + 100;
    while (avoid.has(free) || (await tryPort(free)) !== undefined);
    avoid.add(free);
    chosen.push(`${variable}=${free}`);
  }
  return chosen;
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    // Without a host, every address is tried: a program on 127.0.0.1 alone would answer for "localhost".
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
