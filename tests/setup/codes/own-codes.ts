import type { PaidByCode } from '#contract/api/plan-codes.ts';
import { newId } from '#server/new-id.ts';
import { hashActivationCode, normaliseActivationCode } from '#server/pricing/activation-code.ts';
import type { Problem } from '../account-calls.ts';
import { send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';
import { type Subscriber, signedIn } from '../subscriber.ts';

/** A code that a parent enters in the account. */
export const code = 'YEAR-2345-6789';

export async function issueCode({ dependencies: { db, clock } }: TestSite, amountCents = 14_400): Promise<void> {
  const at = clock.now();
  await db
    .insertInto('activationCodes')
    .values({
      id: newId(at),
      codeHash: hashActivationCode(normaliseActivationCode(code) ?? ''),
      lastFour: '6789',
      amountCents,
      remainingCents: amountCents,
      createdAt: at,
    })
    .execute();
}

type Answer = PaidByCode & Problem & { validationErrors: { field: string; code: string }[] };

/** What the code would pay. */
export async function priceOfCode(site: TestSite, { userId }: Subscriber) {
  const headers = await signedIn(site, userId);
  return send<Answer>(site.app, { method: 'POST', path: '/v2/account/codes/prices', body: { code }, headers });
}

export async function payWithCode(site: TestSite, { userId, subscriptionId }: Subscriber, amount = 14_400) {
  const headers = await signedIn(site, userId);
  const body = { code, subscriptionId, amount };
  return send<Answer>(site.app, { method: 'POST', path: '/v2/account/codes/payments', body, headers });
}

/** Cents that are left on the code. */
export const leftOnCode = async ({ dependencies: { db } }: TestSite) =>
  (
    await db
      .selectFrom('activationCodes')
      .select('remainingCents')
      .where('lastFour', '=', '6789')
      .executeTakeFirstOrThrow()
  ).remainingCents;
