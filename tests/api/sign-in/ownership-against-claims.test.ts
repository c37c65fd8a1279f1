import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { resetPassword } from '../../setup/ownership/recovery-calls.ts';
import { codeNow } from '../../setup/ownership/second-factor.ts';
import { type Person, signInAs } from '../../setup/person.ts';
import { openSite } from '../../setup/site.ts';

const phoneOf = ({ phoneCountryCode, phoneNumber }: Person) => ({ phoneCountryCode, phoneNumber });

/** Somebody who reads the owner's mailbox and knows her password has changed something. */
async function open() {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const his = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  const claim = claimCalls(site);
  const beginHis = async () => {
    const { token } = await claim.begin({ email: owner.email });
    await claim.prove(token, { kind: 'PASSWORD', password: owner.password });
    return token;
  };
  return { site, owner, his, claim, beginHis };
}

test('W1: what password and mailbox decided is undone by phone and security question, and stays undone', async () => {
  const { site, owner, his, claim, beginHis } = await open();
  const { body } = await his.call<{ secret?: string }>('POST', '/second-factors/totp');
  await his.call('POST', '/second-factors/totp/confirmation', { code: codeNow(body.secret ?? '') });
  const decided = await claim.decide(await beginHis());
  expect(decided.body.undone).toBe(true);
  await resetPassword(site.app, decided.body.passwordToken ?? '', 'his-own-harbour-7');
  site.clock.advance(1_000);
  const { token, answer } = await claim.begin(phoneOf(owner));
  const gone = expect.not.arrayContaining([expect.objectContaining({ kind: 'TOTP_ADDED' })]) as unknown;
  expect(answer.body).toMatchObject({ changes: gone, mayDecide: false, missing: 'ANOTHER' });
  const second = await claim.prove(token, { kind: 'QUESTION', ...question });
  expect(second.body).toMatchObject({ mayDecide: true, missing: null });
  const hers = await claim.decide(token);
  expect((await resetPassword(site.app, hers.body.passwordToken ?? '', 'hers-again-42')).status).toBe(200);
  await expect(signInAs(site.app, { ...owner, password: 'hers-again-42' })).resolves.toBeDefined();
});

test('W1: password and mailbox do not override a pause by the phone: staff decide, or whoever has a factor too', async () => {
  const { owner, his, claim, beginHis } = await open();
  await his.moveEmail('his@example.com');
  const hers = await claim.begin(phoneOf(owner));
  await claim.wait(hers.token);
  const token = await beginHis();
  expect((await claim.call('GET', '/current', token)).body).toMatchObject({ mayDecide: false, missing: 'HELD' });
  expect((await claim.decide(token, true)).body.code).toBe('CONFLICT');
  await claim.prove(hers.token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
});

test('W1: what password and mailbox confirmed is paused by the phone alone, which decides nothing, and undone with the question too', async () => {
  const { owner, his, claim, beginHis } = await open();
  await his.moveEmail('his@example.com');
  expect((await claim.decide(await beginHis(), true)).body.undone).toBe(false);
  const { token, answer } = await claim.begin(phoneOf(owner));
  expect(answer.body).toMatchObject({ mayDecide: false, missing: 'ANOTHER' });
  expect((await claim.decide(token)).body.code).toBe('CONFLICT');
  expect((await claim.wait(token)).status).toBe(200);
  expect((await his.call('GET', '/profile')).body.code).toBe('ACCOUNT_FROZEN');
  expect((await claim.decide(await beginHis(), true)).body.code).toBe('CONFLICT');
  await claim.prove(token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(token)).body.undone).toBe(true);
});

test('W1: against what password and mailbox confirmed, a proof that nobody has to hold pauses nothing, and the missing kind is named', async () => {
  const { owner, his, claim, beginHis } = await open();
  await his.moveEmail('his@example.com');
  await claim.decide(await beginHis(), true);
  const { token, answer } = await claim.begin({ email: owner.email });
  expect(answer.body).toMatchObject({ proved: ['MAILBOX'], mayDecide: false, missing: 'HELD' });
  expect((await claim.wait(token)).body.code).toBe('CONFLICT');
  await claim.prove(token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(token)).body.code).toBe('CONFLICT');
  expect((await his.call('GET', '/profile')).status).toBe(200);
  expect((await claim.second(token, 'PHONE')).body).toMatchObject({ mayDecide: true, missing: null });
  expect((await claim.decide(token)).body.undone).toBe(true);
});

test('W1: a phone that was set with the password alone confirms no later change, immediately or eight days on', async () => {
  for (const later of [1_000, days(8)]) {
    const { site, owner, his, claim } = await open();
    await his.movePhone('2025550163');
    site.clock.advance(later);
    await (await sessionCalls(site, owner)).moveEmail('his@example.com');
    site.clock.advance(1_000);
    const { token } = await claim.begin({ phoneCountryCode: '+1', phoneNumber: '2025550163' });
    await claim.prove(token, { kind: 'PASSWORD', password: owner.password });
    expect((await claim.decide(token, true)).body.code).toBe('CONFLICT');
    const hers = await claim.begin({ email: owner.email });
    await claim.second(hers.token, 'PHONE');
    expect((await claim.decide(hers.token)).body.undone).toBe(true);
    const { email, phoneNumber } = await site.dependencies.db
      .selectFrom('users')
      .select(['email', 'phoneNumber'])
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    expect({ email, phoneNumber }).toEqual({ email: owner.email, phoneNumber: owner.phoneNumber });
  }
});

test('W1: a pause begun by the mailbox is decided by whoever proves the phone as well', async () => {
  const { owner, his, claim, beginHis } = await open();
  await his.moveEmail('his@example.com');
  const first = await claim.begin({ email: owner.email });
  const { waitUntil } = (await claim.wait(first.token)).body;
  const hers = await claim.begin(phoneOf(owner));
  expect((await claim.wait(hers.token)).body.waitUntil).toBe(waitUntil);
  expect((await claim.decide(await beginHis(), true)).body.code).toBe('CONFLICT');
  await claim.prove(hers.token, { kind: 'QUESTION', ...question });
  expect((await claim.decide(hers.token)).body.undone).toBe(true);
});

test('W1: a code for the second proof goes to the phone from before what password and mailbox confirmed, and undoes that too', async () => {
  const { site, owner, his, claim, beginHis } = await open();
  await his.movePhone('2025550177');
  site.clock.advance(1_000);
  expect((await claim.decide(await beginHis(), true)).status).toBe(200);
  site.clock.advance(1_000);
  await his.call('PUT', '/profile/name', { firstName: 'Somebody', lastName: 'Else' });
  site.clock.advance(1_000);
  const { token, answer } = await claim.begin({ email: owner.email });
  expect(answer.body).toMatchObject({ mayDecide: false, phone: `•••\u00a0${owner.phoneNumber.slice(-2)}` });
  const second = await claim.second(token, 'PHONE', owner);
  expect(second.body).toMatchObject({ proved: ['MAILBOX', 'PHONE'], mayDecide: true });
  expect((await claim.decide(token)).body).toMatchObject({ undone: true });
  const { db } = site.dependencies;
  const phones = db.selectFrom('users').select('phoneNumber').where('id', '=', owner.userId);
  expect(await phones.executeTakeFirst()).toEqual({ phoneNumber: owner.phoneNumber });
});
