import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from './recorded-statement.ts';

/**
 * The floor: node:http and pg without framework, schema or log. It parses the body, executes the recorded statements
 * and responds.
 */
const statements = JSON.parse(
  readFileSync(process.env['STATEMENTS_FILE'] ?? '', 'utf8'),
  revive,
) as RecordedStatement[];
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

function revive(_key: string, value: unknown): unknown {
  const isBuffer =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value;
  return isBuffer ? Buffer.from(value.data as number[]) : value;
}

function freshValue(kind: 'uuid' | 'hash', recorded: unknown): string | Buffer {
  if (kind === 'uuid') return randomUUID();
  const hash = createHash('sha256').update(randomBytes(32)).digest();
  if (Buffer.isBuffer(recorded)) return hash;
  return hash.toString(String(recorded).length === 64 ? 'hex' : 'base64url');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function register(request: IncomingMessage): Promise<object> {
  await readBody(request);
  for (const [index, { text, values, fresh }] of statements.entries()) {
    const mine = [...values];
    for (const one of fresh) mine[one.index] = freshValue(one.kind, values[one.index]);
    await pool.query({ name: `statement-${index}`, text, values: mine });
  }
  return { signupId: randomUUID(), registrationKey: randomBytes(32).toString('base64url'), lastCompletedStep: 1 };
}

const server = createServer((request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/healthz') return void answer(200, {});
  register(request).then(
    (body) => answer(201, body),
    (error: unknown) => answer(500, { error: String(error) }),
  );
});
server.listen(Number(process.env['PORT']), 'localhost');
process.once('SIGTERM', () => {
  server.close(() => void pool.end().then(() => process.exit(0)));
  server.closeAllConnections();
});
