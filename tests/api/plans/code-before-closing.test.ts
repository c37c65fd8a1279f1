import { expect, test } from 'vitest';
import type { PaidByCode } from '#contract/api/plan-codes.ts';
import { newId } from '#server/new-id.ts';
import { hashActivationCode, normaliseActivationCode } from '#server/pricing/activation-code.ts';
import { askToClose, billing, type Problem } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { moveClockTo, signedIn, subscribe } from '../../setup/subscriber.ts';

const code = 'YEAR-2345-6789';

const left = async ({ dependencies: { db } }: TestSite) =>
  (
    await db
      .selectFrom('activationCodes')
      .select('remainingCents')
      .where('lastFour', '=', '6789')
      .executeTakeFirstOrThrow()
  ).remainingCents;

test('CHO7: a code pays no year that begins after its holder’s account has closed', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const { db } = site.dependencies;
  moveClockTo(site, parent.periodEnd, -40);
  await askToClose(site, parent.userId);
  moveClockTo(site, parent.periodEnd, -25);
  const at = site.clock.now();
  await db
    .insertInto('activationCodes')
    .values({
      id: newId(at),
      codeHash: hashActivationCode(normaliseActivationCode(code) ?? ''),
      lastFour: '6789',
      amountCents: 14_400,
      remainingCents: 14_400,
      createdAt: at,
    })
    .execute();
  const page = await billing(site, parent.userId);
  const headers = await signedIn(site, parent.userId);
  const body = { code, subscriptionId: parent.subscriptionId, amount: 14_400 };
  const paid = await send<PaidByCode & Problem>(site.app, {
    method: 'POST',
    path: '/v2/account/codes/payments',
    body,
    headers,
  });
  expect({ offered: page.codePays, answered: paid.body.code, left: await left(site) }).toEqual({
    offered: false,
    answered: 'CONFLICT',
    left: 14_400,
  });
});
