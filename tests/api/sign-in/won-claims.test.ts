import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { giveAccountBack } from '#server/ownership/decide-by-staff.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { resetPassword } from '../../setup/ownership/recovery-calls.ts';
import type { Person } from '../../setup/person.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const password = 'another-harbour-8';
const hers = { kind: 'QUESTION', ...question };
const phoneOf = ({ phoneCountryCode, phoneNumber }: Person) => ({ phoneCountryCode, phoneNumber });

/** Somebody moved the address; its owner, who reads neither mailbox, undid that with phone and question. */
async function wonClaim(site: TestSite) {
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  await (await sessionCalls(site, owner)).moveEmail('his@example.com');
  site.clock.advance(minutes(5));
  const claim = claimCalls(site);
  const won = await claim.begin(phoneOf(owner));
  await claim.prove(won.token, hers);
  const decided = await claim.decide(won.token);
  return { owner, claim, passwordToken: decided.body.passwordToken ?? '' };
}

test('W1: whoever missed the link of a claim they won gets it again by proofs as strong, until a password is set', async () => {
  const site = await openSite();
  const { owner, claim, passwordToken } = await wonClaim(site);
  site.clock.advance(days(3));
  expect((await resetPassword(site.app, passwordToken, password)).body).toMatchObject({ code: 'TOKEN_INVALID' });

  const weaker = await claim.begin({ email: owner.email });
  expect((await claim.prove(weaker.token, hers)).body).toMatchObject({ maySetPassword: false, missing: 'ANOTHER' });
  const again = await claim.begin(phoneOf(owner));
  expect(again.answer.body).toMatchObject({ maySetPassword: false, missing: 'ANOTHER', changes: [] });
  for (const { token } of [weaker, again]) expect((await claim.decide(token)).status).toBe(409);
  expect((await claim.prove(again.token, hers)).body).toMatchObject({ maySetPassword: true, missing: null });
  const { body } = await claim.decide(again.token);
  expect((await resetPassword(site.app, body.passwordToken ?? '', password)).status).toBe(200);
  expect((await sessionCalls(site, { ...owner, password })).headers).toBeDefined();
  expect((await claim.call('GET', '/current', again.token)).body).toMatchObject({ maySetPassword: false });
  expect((await claim.decide(again.token)).status).toBe(409);
});

test('W6: what staff decided gives no link to whoever has phone and question: they may have decided against them', async () => {
  const site = await openSite();
  const { owner, claim } = await wonClaim(site);
  const { db, clock, makeToken } = site.dependencies;
  site.clock.advance(days(1));
  const restoring = { userId: owner.userId, email: 'hers@example.com', at: clock.now(), makeToken };
  expect(await db.transaction().execute((trx) => giveAccountBack(trx, restoring))).toBeNull();
  const { token } = await claim.begin(phoneOf(owner));
  expect((await claim.prove(token, hers)).body).toMatchObject({ maySetPassword: false });
  expect((await claim.decide(token)).status).toBe(409);
});

test('W1: guesses at the code of a second proof count like other guesses, fifteen a day, and only against the first proof', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  await (await sessionCalls(site, owner)).moveEmail('his@example.com');
  const claim = claimCalls(site);
  const { token } = await claim.begin({ email: owner.email });
  const guessed: number[] = [];
  for (let texts = 0; texts < 4; texts++) {
    await claim.call('POST', '/codes', token, { channel: 'PHONE' });
    for (let guess = 0; guess < 5; guess++)
      guessed.push((await claim.prove(token, { kind: 'CODE', code: '000000' })).status);
  }
  expect(guessed).toEqual([...Array(15).fill(422), ...Array(5).fill(429)]);
  const byPhone = await claim.begin(phoneOf(owner));
  expect((await claim.second(byPhone.token, 'MAILBOX')).body).toMatchObject({ mayDecide: true });
});
