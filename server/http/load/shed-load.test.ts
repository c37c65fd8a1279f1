import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { handleErrors } from '../error-handler.ts';
import { refuseUnderPressure } from './shed-load.ts';

it('ignores the event loop delay of the startup, and sheds overload afterwards', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  handleErrors(app, { release: null });
  // Any delay counts as overload here.
  await refuseUnderPressure(app, { maxEventLoopDelayMs: 0.000_001 });
  app.get('/', async () => 'served');
  await app.listen({ port: 0 });
  const statusOf = async () => (await app.inject('/')).statusCode;
  await expect.poll(() => app.isUnderPressure(), { timeout: 1_900 }).toBe(true);
  expect(await statusOf()).toBe(200);
  await expect.poll(statusOf, { timeout: 5_000 }).toBe(503);
});
