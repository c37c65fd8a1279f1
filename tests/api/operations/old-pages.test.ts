import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parentOf, type Registration, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const path = '/v2/registrations';
const older = { 'x-release': 'an-older-build' };
type ProblemBody = { code: string; message: string; validationErrors: { field: string }[] };

async function theirRelease({ app }: TestSite): Promise<string> {
  const { body } = await app.inject('/app/join/step1');
  const [, json = '{}'] = /id="boot" nonce="[\w-]+">(.*?)<\/script>/.exec(body) ?? [];
  return (JSON.parse(json) as { release: string }).release;
}

test('REL8: an old tab posts after a new release: known requests work, with removed and without new fields', async () => {
  const { app } = await openSite({ pages: true });
  const body = {
    parent: { ...parentOf(`old-${randomUUID()}@example.com`), fax: '2025550143' },
    knowsCoParentEmail: true,
    survey: 'yes',
  };
  const created = await send(app, {
    method: 'POST',
    path,
    body: { ...body, referral: { selection: 'SEARCH' } },
    headers: older,
  });
  expect(created.status).toBe(201);
});

test('REL8: an old tab posts after a new release: an unknown request is told to reload, and not executed', async () => {
  const site = await openSite({ pages: true });
  const { app } = site;
  const registration: Registration = await readyToPay(app);
  const post = (at: string, headers: Record<string, string>) =>
    send<ProblemBody>(app, {
      method: 'POST',
      path: at,
      body: { payment: 'as it was' },
      headers: { ...registration.headers, ...headers },
    });
  const payments = `${path}/${registration.signupId}/payments`;
  const submitted = await post(payments, { ...older, 'idempotency-key': randomUUID() });
  expect(submitted).toMatchObject({ status: 409, body: { code: 'NEW_RELEASE', validationErrors: [] } });
  expect(submitted.body.message).toContain('nothing was charged');
  expect((await post('/v2/a-call-that-was', older)).body.code).toBe('NEW_RELEASE');
  expect(await site.dependencies.db.selectFrom('paymentAttempts').selectAll().execute()).toEqual([]);

  const current = { 'x-release': await theirRelease(site), 'idempotency-key': randomUUID() };
  expect((await post(payments, current)).body.code).toBe('VALIDATION');
  expect((await post('/v2/a-call-that-was', current)).body.code).toBe('NOT_FOUND');
  const parent = { ...parentOf('no address'), firstName: 'M' };
  const slip = await send<ProblemBody>(app, {
    method: 'POST',
    path,
    body: { parent, referral: { selection: 'SEARCH' } },
    headers: older,
  });
  expect(slip.body.code).toBe('VALIDATION');
  expect(slip.body.validationErrors.map(({ field }) => field)).toContain('parent.email');
});
