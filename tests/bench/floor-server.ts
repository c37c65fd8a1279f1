import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import { hashPassword } from '#server/identity/password.ts';
import { type FloorCall, floorCalls } from './floor-call.ts';

/**
 * The floor of a sign-up: node:http and pg, with as many statements as the real calls send, each as cheap as possible.
 */
const signed = promisify(sign);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}

const read = (client: pg.ClientBase) => client.query({ name: 'floor-read', text: 'select $1::int', values: [1] });
const write = (client: pg.ClientBase) =>
  client.query({
    name: 'floor-write',
    text: `insert into floor_rows values (gen_random_uuid(), $1)`,
    values: ['{"floor": true}'],
  });

async function answer({ reads, writes, transactions, hashes, signatures = 0 }: FloorCall): Promise<void> {
  for (let done = 0; done < signatures; done += 1)
    await signed('RSA-SHA256', Buffer.from('{"floor": true}'), privateKey);
  for (let done = 0; done < hashes; done += 1) await hashPassword('quiet-harbour-7');
  if (reads + writes === 0) return;
  const client = await pool.connect();
  const parts = Math.max(transactions, 1);
  for (let part = 0; part < parts; part += 1) {
    if (transactions > 0) await client.query('begin');
    for (let sent = part; sent < reads; sent += parts) await read(client);
    for (let sent = part; sent < writes; sent += parts) await write(client);
    if (transactions > 0) await client.query('commit');
  }
  client.release();
}

const server = createServer((request, response) => {
  const respond = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/healthz') return void respond(200, {});
  const call = floorCalls[request.url?.slice(1) as keyof typeof floorCalls];
  readBody(request)
    .then(() => answer(call))
    .then(
      () => respond(200, {}),
      (error: unknown) => respond(500, { error: String(error) }),
    );
});
server.listen(Number(process.env['PORT']), 'localhost');
process.once('SIGTERM', () => {
  server.close(() => void pool.end().then(() => process.exit(0)));
  server.closeAllConnections();
});
