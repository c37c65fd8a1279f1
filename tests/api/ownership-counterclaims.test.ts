import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../setup/ownership.ts';
import { openSite } from '../setup/site.ts';

test('R26: what two proofs have undone is not done again by a claim that was proved before with what they have undone', async () => {
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
