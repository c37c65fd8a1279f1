import { createServer } from 'node:net';
import { StartProblem } from './start-problem.ts';

/** Asked before anything starts, so that a taken port costs a second and one line. Throws StartProblem. */
export async function checkPorts(ports: { port: number; variable: string; of: string }[]): Promise<void> {
  const doubled = ports.find(({ port }, index) => ports.findIndex((other) => other.port === port) !== index);
  if (doubled) throw new StartProblem(`Port ${doubled.port} is asked for twice: set ${doubled.variable} to another.`);
  for (const { port, variable, of } of ports) {
    const code = await tryPort(port);
    if (code === 'EADDRINUSE')
      throw new StartProblem(`Port ${port} is taken, and ${of} needs it: stop what uses it, or set ${variable} to a free one.`);
    if (code) throw new StartProblem(`Port ${port} cannot be used for ${of} (${code}): set ${variable} to another.`);
  }
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    // Without a host every address counts: a program on 127.0.0.1 alone would answer for "localhost".
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
