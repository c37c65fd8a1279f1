import path from 'node:path';
import { announcement } from './start/announcement.ts';
import { buildAll, buildMessages } from './start/builds.ts';
import type { StartDatabase } from './start/database.ts';
import { watchMessages } from './start/message-watch.ts';
import { readEnvFile, rememberSite } from './start/own-site.ts';
import { checkPorts } from './start/ports.ts';
import { programArguments } from './start/program.ts';
import { readSettings, type StartSettings } from './start/settings.ts';
import { StartProblem } from './start/start-problem.ts';
import { startProcess } from './start/start-process.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.join(root, '.data');
readEnvFile(path.join(root, '.env'), process.env);

type Part = { name: string; lost: Promise<string>; stop: () => Promise<void> };
const parts: Part[] = [];
let stopping: Promise<void> | undefined;

/** Stops the parts in reverse order, so that none loses one that it depends on. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const part of [...parts].reverse()) await part.stop();
  })();
  return stopping;
}

async function exitWith({ code, line }: { code: number; line?: string }): Promise<never> {
  if (line) console.error(line);
  await stopAll();
  process.exit(code);
}

/** Registers a part. If it ends by itself, everything else is stopped. */
function supervise<P extends Part>(part: P): P {
  parts.push(part);
  void part.lost.then((how) => {
    if (!stopping)
      void exitWith({ code: 1, line: `The ${part.name} ended unexpectedly (${how}); everything else was stopped.` });
  });
  return part;
}

async function start(): Promise<void> {
  const startedAt = performance.now();
  const settings = readSettings({ environment: process.env, development: process.argv.includes('--dev'), dataDir });
  await checkPorts({ ports: portsOf(settings), command: settings.development ? 'npm run dev' : 'npm start' });
  rememberSite(process.env);
  // Filling the database loads server code that needs the compiled texts, which a fresh clone does not have yet.
  await buildMessages({ root });
  const { checkReachable, startDatabase } = await import('./start/database.ts');
  if (process.env['DATABASE_URL']) await checkReachable(process.env['DATABASE_URL']);
  const environment = { ...process.env, ...settings.environment };
  const [database] = await untilAllSettled([
    openDatabase(settings, startDatabase),
    buildAll({ root }),
    startSandbox(settings, environment),
  ]);
  await startApp(settings, { ...environment, DATABASE_URL: database.url });
  console.log(announcement({ settings, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }));
}

/** Waits for all even when one fails, so that whatever the others started is registered and can be stopped. */
async function untilAllSettled<Started extends readonly unknown[]>(
  starts: { [Index in keyof Started]: Promise<Started[Index]> },
): Promise<Started> {
  await Promise.allSettled(starts);
  return Promise.all(starts) as Promise<Started>;
}

async function openDatabase(settings: StartSettings, startDatabase: StartDatabase): Promise<Part & { url: string }> {
  const { embeddedDatabasePort: embeddedPort, demonstration } = settings;
  const started = await startDatabase({
    dataDir,
    embeddedPort,
    externalUrl: process.env['DATABASE_URL'],
    demonstration,
  });
  return supervise({ name: 'database', ...started });
}

type Environment = Record<string, string | undefined>;

async function startSandbox(settings: StartSettings, environment: Environment): Promise<void> {
  if (!settings.sandbox) return;
  const watch = settings.development ? ['--watch-path=sandbox'] : [];
  const healthUrl = `http://localhost:${settings.sandbox.port}/healthz`;
  supervise(
    await startProcess({ name: 'sandbox', root, arguments: [...watch, 'sandbox/main.ts'], environment, healthUrl }),
  );
}

async function startApp(settings: StartSettings, environment: Environment): Promise<void> {
  const watch = ['--watch-path=server', '--watch-path=contract', '--watch-path=generated/messages-on-node'];
  const program = settings.development ? [...watch, 'server/main.ts'] : programArguments('main');
  const healthUrl = `http://localhost:${settings.appPort}/healthz`;
  supervise(await startProcess({ name: 'app', root, arguments: program, environment, healthUrl }));
  if (!settings.development) return;
  supervise(watchMessages({ root }));
  // Vite is a development tool, which an ordinary start never loads.
  const { startDevelopmentPages } = await import('./start/development-pages.ts');
  supervise(await startDevelopmentPages({ root, port: settings.publicPort, appPort: settings.appPort }));
}

function portsOf({ publicPort, appPort, sandbox, harborUrl, embeddedDatabasePort }: StartSettings) {
  return [
    { port: publicPort, variable: 'PORT', of: 'the site' },
    ...(appPort === publicPort
      ? []
      : [{ port: appPort, variable: 'DEVELOPMENT_APP_PORT', of: 'the app server behind the site' }]),
    ...(sandbox ? [{ port: sandbox.port, variable: 'SANDBOX_PORT', of: 'the sandbox' }] : []),
    ...(sandbox && harborUrl ? [{ port: sandbox.harborPort, variable: 'HARBOR_PORT', of: 'the calendar' }] : []),
    ...(sandbox ? [{ port: sandbox.smtpPort, variable: 'SANDBOX_SMTP_PORT', of: "the sandbox's mail" }] : []),
    ...(sandbox ? [{ port: sandbox.bouncePort, variable: 'BOUNCE_SMTP_PORT', of: 'returned mail' }] : []),
    ...(embeddedDatabasePort === null
      ? []
      : [{ port: embeddedDatabasePort, variable: 'EMBEDDED_DATABASE_PORT', of: 'the database' }]),
  ];
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void exitWith({ code: signal === 'SIGINT' ? 130 : 0 }));
process.on('disconnect', () => void exitWith({ code: 1 }));

start().catch(async (error: unknown) => {
  if (stopping) return;
  await exitWith({
    code: 1,
    line:
      error instanceof StartProblem
        ? error.message
        : `Evenkeel could not start: ${error instanceof Error ? error.stack : String(error)}`,
  });
});
