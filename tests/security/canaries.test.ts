import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wholeDatabase } from '../setup/database/whole-database.ts';
import { resetByHolder } from '../setup/ownership/recovery-calls.ts';
import { cookieOf } from '../setup/person.ts';
import { eventually, mailsTo } from '../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';

const origin = 'http://localhost:3000';
const cardNumber = '4111111111111111';
const password = 'canary-password-7!';
const newPassword = 'canary-other-pass-8!';
const answer = 'canary answer of a child';
const typedWrong = 'canary-wrong-password-9';

const secretOf = (links: string[], name = 'token'): string =>
  new URLSearchParams(new URL(links.find((link) => link.includes(`${name}=`)) ?? 'http://none').hash.slice(1)).get(
    name,
  ) ?? '';

/**
 * A complete history: sign-up, payment, username and password, login, a failed login, recovery, and secrets typed into
 * wrong fields.
 */
async function live(site: TestSite) {
  const { app, sandboxUrl } = site;
  const errorBodies: string[] = [];
  const registration = await readyToPay(app);
  const username = `canary.${randomUUID().slice(0, 8)}`;
  const nonce = 'fake-valid-visa-nonce';
  const misplaced = { cardNumber, cvv: '737', payment: undefined };
  errorBodies.push(
    JSON.stringify(
      (
        await send(app, {
          method: 'POST',
          path: `/v2/registrations/${registration.signupId}/prices`,
          body: { orderDetail: { packageId: cardNumber }, ...misplaced },
          headers: registration.headers,
        })
      ).body,
    ),
  );
  const paid = await submitPayment(app, registration, { nonce, change: { cardNumber, number: cardNumber } });
  expect(paid.body.outcome).toBe('PAID');
  const join = paid.body.clickToJoinToken;
  const bearer = { authorization: `Bearer ${join}` };
  errorBodies.push(
    JSON.stringify(
      (
        await send(app, {
          method: 'PUT',
          path: '/v2/credentials',
          body: { username: '!', password, security: { securityAnswer: answer } },
          headers: bearer,
        })
      ).body,
    ),
  );
  const security = {
    securityQuestion: 'Name of the first pet',
    securityAnswer: answer,
    securityCode: '7391',
    confirmCode: '7391',
  };
  expect(
    (
      await send(app, {
        method: 'PUT',
        path: '/v2/credentials',
        body: { username, password, security },
        headers: bearer,
      })
    ).status,
  ).toBe(200);
  errorBodies.push(
    JSON.stringify(
      (
        await send(app, {
          method: 'POST',
          path: '/ofw/login',
          body: { username, password: typedWrong },
          headers: { origin },
        })
      ).body,
    ),
  );
  const signedIn = await send<{ auth: string }>(app, {
    method: 'POST',
    path: '/ofw/login',
    body: { username, password },
    headers: { origin },
  });
  expect(signedIn.status).toBe(200);
  const session = (cookieOf(signedIn.headers, 'session') ?? '').split('=')[1] ?? '';
  await send(app, {
    method: 'POST',
    path: '/ofw/signup/getpassword.form',
    body: { usernameOrEmail: registration.email },
    headers: { origin },
  });
  const mails = await eventually(
    () => mailsTo(sandboxUrl, registration.email),
    (seen) => seen.some(({ links }) => links.some((link) => link.includes('set-password#'))),
    15_000,
  );
  const reset = secretOf(mails.flatMap(({ links }) => links).filter((link) => link.includes('set-password#')));
  expect(reset).not.toBe('');
  const changed = await resetByHolder(site, reset, newPassword);
  const invites = await eventually(
    () => mailsTo(sandboxUrl, registration.coParentEmail),
    (seen) => seen.length > 0,
    15_000,
  );
  const invite = secretOf(invites.flatMap(({ links }) => links));
  expect(invite).not.toBe('');
  await send(app, { method: 'GET', path: '/v2/invites/current', headers: { 'x-invite-token': invite } });
  for (const url of [
    `/api/nowhere/${cardNumber}?password=${password}&token=${reset}`,
    `/api/v2/registrations/${cardNumber}`,
    `/app/login?password=${password}#x`,
  ])
    errorBodies.push(
      (await app.inject({ url, headers: { referer: `http://x/?t=${reset}`, 'user-agent': cardNumber } })).body,
    );
  const broken = await app.inject({
    method: 'POST',
    url: '/api/ofw/login',
    payload: `{"username":"${username}","password":"${password}`,
    headers: { 'content-type': 'application/json', origin },
  });
  errorBodies.push(broken.body);
  const event = {
    type: 'track',
    event: 'Payment Submitted',
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    properties: { cardNumber, email: registration.email, password, path: `/app/join/payment?token=${reset}` },
  };
  await send(app, { method: 'POST', path: '/v1/track', body: event, headers: { origin } });
  const secrets = {
    cardNumber,
    password,
    newPassword,
    typedWrong,
    answer,
    join,
    reset,
    invite,
    session,
    registrationKey: registration.headers['x-registration-key'],
    auth: signedIn.body.auth,
  };
  return { secrets, errorBodies, registration, changed: changed.status, username };
}

test('SEC7, SEC14: a full account lifecycle leaves no card number, password, answer or token in log, database, queue or errors', {
  timeout: 60_000,
}, async () => {
  const site = await openSite();
  await site.startJobs();
  const { secrets, errorBodies, registration, changed, username } = await live(site);
  expect(changed).toBe(200);
  const places = [
    ...(await wholeDatabase(site.dependencies.db)),
    { table: 'the log', text: site.logged.join('\n') },
    { table: 'error bodies', text: errorBodies.join('\n') },
  ];
  expect(places.find(({ table }) => table === 'public.users')?.text).toContain(username);
  expect(site.logged.length).toBeGreaterThan(10);
  const found = Object.entries(secrets).flatMap(([name, secret]) => {
    expect(secret.length, name).toBeGreaterThan(5);
    const forms = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      encodeURIComponent(secret),
    ];
    return places
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ table }) => `${name} in ${table}`);
  });
  expect(found).toEqual([]);
  // Personal data belongs to the account, not to logs, queue, analytics, experiments or rate limits.
  const people = [registration.email, registration.coParentEmail, username, "O'Brien", '12 Lake Street', '127.0.0.1'];
  const nowhere = places.filter(({ table }) => /log$|graphile_worker|analytics|rate_limits|experiment/.test(table));
  expect(nowhere.length).toBeGreaterThan(4);
  expect(
    nowhere.flatMap(({ table, text }) =>
      people.filter((person) => text.includes(person)).map((person) => `${person} in ${table}`),
    ),
  ).toEqual([]);
});
