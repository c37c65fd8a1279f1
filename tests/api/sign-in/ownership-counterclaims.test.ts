import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { passkeySignIn, withPasskey } from '../../setup/ownership/second-factor.ts';
import { eventually } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';

test('R26: what two proofs have undone is not redone by an earlier claim that was proved with what they have undone', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(1_000);
  expect((await thief.movePhone('2025550199')).status).toBe(200);
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const his = await claim.begin({ phoneCountryCode: '+1', phoneNumber: '2025550199' });
  expect((await claim.second(his.token, 'MAILBOX')).status).toBe(200);
  const hers = await claim.begin({ email: owner.email });
  await claim.prove(hers.token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
  site.clock.advance(minutes(1));
  expect((await claim.decide(his.token)).status).toBe(401);
  const { email } = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect(email).toBe(owner.email);
});

test('R27: a mailbox and phone set by an intruder confirm nothing, and are undone with the changes after them', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(1_000);
  expect((await thief.movePhone('2025550199')).status).toBe(200);
  site.clock.advance(1_000);
  const { authenticator } = await withPasskey(site.app, thief.headers);
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const his = await claim.begin({ email: 'his@example.com' });
  await claim.second(his.token, 'PHONE');
  expect((await claim.decide(his.token, true)).body.code).toBe('CONFLICT');
  site.clock.advance(minutes(20));
  const hers = await claim.begin({ email: owner.email });
  await claim.prove(hers.token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
  expect((await passkeySignIn(site.app, authenticator)).status).toBe(422);
});

test('R27: a mailbox and phone set by an intruder undo nothing, and are undone with the rest', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  expect((await thief.movePhone('2025550199')).status).toBe(200);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(minutes(1));
  expect((await (await sessionCalls(site, owner)).moveEmail(owner.email)).status).toBe(200);
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const his = await claim.begin({ email: 'his@example.com' });
  await claim.second(his.token, 'PHONE');
  expect((await claim.decide(his.token)).body.code).toBe('TOKEN_INVALID');
  site.clock.advance(minutes(20));
  const hers = await claim.begin({ email: owner.email });
  await claim.second(hers.token, 'PHONE');
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
  const { email } = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect(email).toBe(owner.email);
});

test('R27: texts that an intruder turned off reach the owner, whatever is claimed by a mailbox and phone of the intruder’s', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(1_000);
  await thief.movePhone('2025550199');
  site.clock.advance(1_000);
  const off = { mail: true, text: false, call: false, neutral: false, hours: null };
  expect((await thief.call('PUT', '/reach', off)).status).toBe(200);
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const his = await claim.begin({ email: 'his@example.com' });
  await claim.second(his.token, 'PHONE');
  expect((await claim.decide(his.token, true)).body.code).toBe('CONFLICT');
  await site.startJobs();
  const hers = await claim.begin({ email: owner.email });
  await claim.call('POST', '/codes', hers.token, { channel: 'PHONE' });
  await eventually(
    () => textsTo(site.sandboxUrl, `+1${owner.phoneNumber}`),
    (texts) => texts.some((text) => codeIn(text) !== ''),
  );
});

test('R28: undoing one’s own change does not make it count as what the account was before', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const thief = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await thief.moveEmail('his@example.com');
  site.clock.advance(1_000);
  await thief.movePhone('2025550199');
  site.clock.advance(minutes(20));
  const claim = claimCalls(site);
  const his = await claim.begin({ email: 'his@example.com' });
  await claim.prove(his.token, { kind: 'PASSWORD', password: owner.password });
  // What he has set proves nothing.
  expect((await claim.decide(his.token)).body.code).toBe('CONFLICT');
  site.clock.advance(minutes(20));
  const hers = await claim.begin({ email: owner.email });
  expect((await claim.second(hers.token, 'PHONE')).body.mayDecide).toBe(true);
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
  const now = await site.dependencies.db
    .selectFrom('users')
    .select(['email', 'phoneNumber'])
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  expect(now).toEqual({ email: owner.email, phoneNumber: owner.phoneNumber });
});
