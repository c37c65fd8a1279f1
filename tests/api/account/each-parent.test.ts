import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { eachParent } from '#contract/account/each-parent.ts';
import type { Day } from '#contract/fields/day.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { calls, chargeBack, close, ownRefund, parentActions, planMails } from '../../setup/parent-actions.ts';
import { userIdOf } from '../../setup/person.ts';
import { ask, openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn } from '../../setup/subscriber.ts';
import { family, joined, type ParentAction, type ParentView, viewOf } from '../../setup/two-parents.ts';

/** A receipt for two loses only the name of a parent who has closed their account. */
const named = (seen: ParentView): ParentView =>
  JSON.parse(
    JSON.stringify(seen)
      .replaceAll("The other parent's subscription", "Joe's subscription")
      .replaceAll('"your co-parent"', '"Joe"'),
  ) as ParentView;

describe('what one parent does leaves the other’s plan, receipts, login and records as they were', () => {
  test.each([
    ['A', 'B', 'each'],
    ['B', 'A', 'each'],
    ['B', 'A', 'A'],
  ] as const)('each action of %s leaves the view of %s unchanged (paid by %s)', async (acts_, stays, paidBy) => {
    const { site, ...parents } = await family(paidBy);
    const acting = { site, actor: parents[acts_], other: parents[stays] };
    const before = await viewOf(site, acting.other);
    expect(before).toMatchObject({ signsIn: 200, plans: [{ state: 'CURRENT', autoRenew: true }], receipts: [{}] });
    for (const [sentence, act] of Object.entries(parentActions)) {
      // A parent who is paid for has no method to pay an upgrade with, and no payment to refund.
      if (paidBy === 'A' && ['changePlan', 'refund'].includes(sentence)) continue;
      await act(acting);
      await drain(site);
      const after = await viewOf(site, acting.other);
      expect(sentence === 'close' ? named(after) : after, sentence).toEqual(before);
    }
  });

  test.each([
    ['A', 'B'],
    ['B', 'A'],
  ] as const)('a chargeback by the bank of %s leaves the view of %s unchanged', async (acts_, stays) => {
    const { site, ...parents } = await family('each');
    const before = await viewOf(site, parents[stays]);
    await chargeBack({ site, actor: parents[acts_], other: parents[stays] });
    expect(await viewOf(site, parents[stays])).toEqual(before);
  });
});

describe('where a professional paid', () => {
  const professionals: Record<keyof typeof eachParent.professionals, () => Promise<void>> = {
    code: async () => {
      const site = await openSite();
      const professional = await signedInProfessional(site);
      const { body } = await ask<{ bundleId: string; offer: { totalCents: number } }>(
        site,
        professional,
        '/code-bundles',
        {
          body: { packageId: 1001, size: 5 },
        },
      );
      const at = `/code-bundles/${body.bundleId}`;
      const payment = {
        amountDisplayed: body.offer.totalCents,
        paymentType: 'CREDIT_CARD',
        nonce: 'fake-valid-visa-nonce',
      };
      await ask(site, professional, `${at}/payments`, {
        body: { payment },
        headers: { 'idempotency-key': randomUUID() },
      });
      const { codes } = (await ask<{ codes: string[] }>(site, professional, `${at}/codes`, { method: 'POST' })).body;
      const paying = await readyToPay(site.app);
      await submitPayment(site.app, paying, { codes: codes.slice(0, 1), nonce: null });
      const parent = await joined(site, await userIdOf(site.dependencies.db, paying.email));
      const before = await viewOf(site, parent);
      expect((await ask(site, professional, `${at}/refund`, { method: 'POST' })).status).toBe(200);
      await close({ site, actor: professional });
      await drain(site);
      expect(await viewOf(site, parent)).toEqual(before);
      expect(before.plans).toMatchObject([{ state: 'CURRENT' }]);
    },
    plan: async () => {
      const site = await openSite();
      const professional = await signedInProfessional(site);
      const opened = await openFamily(site, professional);
      const parentIds = opened.parents.map(({ userId }) => userId);
      await payPlan(site, professional, opened.familyId, { parentIds });
      const parent = await joined(site, parentIds[0] ?? '');
      const plans = async () => (await viewOf(site, parent)).plans.map(({ paidBy: _, ...plan }) => plan);
      const before = await plans();
      // The part of the other parent, who has not joined, is refunded.
      expect((await ask(site, professional, `/cases/${opened.familyId}/refund`, { method: 'POST' })).status).toBe(200);
      await close({ site, actor: professional });
      await drain(site);
      expect(await plans()).toEqual(before);
      expect(before).toMatchObject([{ state: 'CURRENT' }]);
      expect((await viewOf(site, parent)).signsIn).toBe(200);
    },
  };
  test.each(Object.entries(professionals))('nothing is taken from the parent: %s', async (_, proof) => {
    await expect(proof()).resolves.toBeUndefined();
  });
});

describe('limits of what the other parent can do', () => {
  const stop: [string, ParentAction][] = [
    [
      'cancelling',
      async ({ site, actor, other }) => void (await setRenewal(site, actor.userId, other.subscriptionId, false)),
    ],
    ['a refund', ownRefund],
    ['closing the account', close],
    ['their bank', chargeBack],
  ];
  test.each(stop)(
    'stopPaying, by %s: the paid year stays, its holder is told and can continue with their own method',
    async (_, act) => {
      const { site, A, B } = await family('A');
      const before = await viewOf(site, B);
      await act({ site, actor: A, other: B });
      await drain(site);
      const after = await viewOf(site, B);
      const asBefore = ({ plans, ...rest }: ParentView) => ({
        ...rest,
        plans: plans.map(({ autoRenew, mayResume, paidBy, term, ...plan }) => ({ ...plan, from: term.from })),
      });
      expect(asBefore(after)).toEqual(asBefore(before));
      expect(after.plans).toMatchObject([{ state: 'CURRENT', autoRenew: false, mayResume: true }]);
      expect(await planMails(site, B)).toEqual(['Your Evenkeel subscription will not renew']);
      await replaceMethod(site, B.userId);
      expect((await setRenewal(site, B.userId, B.subscriptionId, true)).body.autoRenew).toBe(true);
    },
  );

  test('unpaid: after a payment for two fails to settle, the other has seven days, then records, login and a restart', async () => {
    const { site, A, B } = await family('A', { settled: false });
    const before = await viewOf(site, B);
    const { db } = site.dependencies;
    const order = await db
      .selectFrom('orders')
      .select('transactionId')
      .where('userId', '=', A.userId)
      .executeTakeFirstOrThrow();
    await reported(site, order.transactionId ?? '');
    const [waiting] = (await viewOf(site, B)).plans;
    expect(waiting).toMatchObject({ state: 'CURRENT', waiting: null });
    moveClockTo(site, waiting?.periodEnd as Day, -1);
    B.headers = await signedIn(site, B.userId);
    await runDue(site);
    expect((await viewOf(site, B)).plans).toMatchObject([{ state: 'CURRENT' }]);
    expect(addDays(before.plans[0]?.term.today as Day, 7)).toBe(waiting?.periodEnd);
    moveClockTo(site, waiting?.periodEnd as Day);
    B.headers = await signedIn(site, B.userId);
    await runDue(site);
    const { signsIn, plans, receipts, documents, profile, children } = await viewOf(site, B);
    expect(plans).toMatchObject([{ state: 'LAPSED', mayRestart: true }]);
    expect({ signsIn, receipts, documents, profile, children }).toEqual({
      signsIn: 200,
      receipts: before.receipts,
      documents: before.documents,
      profile: before.profile,
      children: before.children,
    });
    expect(await planMails(site, B)).toEqual(['Your Evenkeel subscription has ended']);
  });

  test('children and ownCancel: both parents edit the names, and a parent who is paid for can cancel; nothing else changes', async () => {
    const { site, A, B } = await family('A');
    const before = await viewOf(site, A);
    const acting = { site, actor: B, other: A };
    const { version } = (
      await send<{ version: number }>(site.app, { method: 'GET', path: '/v2/account/family', headers: B.headers })
    ).body;
    const children = [{ firstName: 'Lea', lastName: 'Ruiz' }];
    await calls(acting, { method: 'PUT', path: '/v2/account/family', body: { version, children } });
    const { children: shown, ...rest } = await viewOf(site, A);
    const { children: _, ...restBefore } = before;
    expect(shown).toMatchObject(children);
    expect(rest).toEqual(restBefore);
    expect((await billing(site, A.userId)).subscriptions.filter(({ renewal }) => renewal !== null)).toHaveLength(2);
    expect((await setRenewal(site, B.userId, B.subscriptionId, false)).status).toBe(200);
    expect((await billing(site, A.userId)).subscriptions.filter(({ renewal }) => renewal !== null)).toHaveLength(1);
    expect({ ...(await viewOf(site, A)), children: [] }).toEqual({ ...before, children: [] });
  });
});
