import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { answeredBy, openBalancer } from './balancer.ts';
import { freePort } from './free-port.ts';

/** Echoes the request, and closes the connection for `/gone`. */
async function startApp(): Promise<number> {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === '/gone') return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    outgoing.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] });
    outgoing.end(JSON.stringify({ method, url, forwardedFor: headers['x-forwarded-for'], body: await text(incoming) }));
  });
  server.keepAliveTimeout = 900_000;
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function openTwo() {
  const port = await freePort();
  const balancer = await openBalancer({ port, apps: [await startApp(), await startApp()] });
  onTestFinished(balancer.close);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (path: string, body?: string) => {
    const call = request({ host: 'localhost', port, path, agent, method: body === undefined ? 'GET' : 'POST' }).end(
      body,
    );
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer), socket: call.socket };
  };
}

test('each request of one connection goes to the next app, with everything it sends and everything returned', async () => {
  const send = await openTwo();
  const answers = [await send('/one'), await send('/two', 'said'), await send('/three')];
  expect(answers.map(({ headers }) => headers[answeredBy])).toEqual(['0', '1', '0']);
  expect(new Set(answers.map(({ socket }) => socket)).size).toBe(1);
  expect(answers[1]).toMatchObject({ status: 201, headers: { 'set-cookie': ['a=1', 'b=2'] } });
  expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({
    method: 'POST',
    url: '/two',
    body: 'said',
    forwardedFor: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
});

test('a client is told how long the balancer keeps its connection, not how long the app does', async () => {
  const send = await openTwo();
  expect((await send('/one')).headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=60' });
});

test('an app that drops the connection results in 502, and the next request succeeds', async () => {
  const send = await openTwo();
  expect((await send('/gone')).status).toBe(502);
  expect((await send('/there')).status).toBe(201);
});
