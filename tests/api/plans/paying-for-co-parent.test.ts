import { describe, expect, test } from 'vitest';
import { longDate } from '#server/mail-templates/formats.ts';
import { renewalLinkSecret } from '#server/plans/renewal-link.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, book, callRefund, coParent, home, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

test('T1, T2: for a payer for two each receipt, row and mail names the holder, and each renewal its amount and day', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  await coParent(site, payer);
  await drain(site);
  const plain = (text = '') => text.replaceAll(/\s+/g, ' ');
  const first = plain((await lastMail(site, payer))?.text);
  expect(first).toContain("This one payment is for two subscriptions: yours and Joe's.");
  expect(first).toContain("Essentials, one year US$144.00 Joe's subscription US$144.00");
  expect(first).toContain('Paid for: You and Joe');
  const day = longDate(payer.periodEnd, { language: 'en' });
  expect(first).toContain(`Your subscription renews on ${day} for US$144.00`);
  expect(first).toContain(`Joe's subscription renews on ${day} for US$144.00, charged to you`);
  expect(first).toContain('you cancel each separately');
  expect(first).not.toContain('US$288.00, and every year');

  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  const receipts = (await mailsInOrder(site, payer.email)).filter(({ subject }) => subject.includes('eceipt')).slice(1);
  expect(receipts.map(({ subject }) => subject).sort()).toEqual([
    'Your Evenkeel renewal receipt',
    'Your Evenkeel renewal receipt',
  ]);
  const of = (whose: 'Joe' | 'own') =>
    plain(receipts.find(({ text }) => text.includes('Joe') === (whose === 'Joe'))?.text);
  expect(of('Joe')).toContain("Joe's Evenkeel subscription was renewed, and you paid for it.");
  expect(of('Joe')).toContain('Essentials, one year (Joe)');
  expect(of('Joe')).toContain('Paid for: Joe');
  expect(of('Joe')).not.toMatch(/[Yy]our (Evenkeel )?subscription/);
  expect(of('own')).not.toContain('Joe');

  const rows = (await billing(site, payer.userId)).receipts.map(({ planName }) => planName);
  expect(rows.toSorted()).toEqual([
    'Essentials, one year',
    'Essentials, one year (Joe)',
    'Essentials, one year (you and Joe)',
  ]);
});

describe('the payer of a co-parent can never shorten what was paid for them', () => {
  test('T6, 9-15: a refund returns the payer’s own part; the co-parent keeps their year and is notified that it will not renew', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await settleSales(site.sandboxUrl);
    expect((await billing(site, payer.userId)).refund).toMatchObject({ amount: 14_400, kept: 14_400 });
    await drain(site);
    // T6: the receipt promises the amount, and names the button, of the refund.
    const receipt = (await mailsInOrder(site, payer.email))[0]?.text.replaceAll(/\s+/g, ' ');
    expect(receipt).toContain('click under Billing in your account refunds US$144.00 and ends it.');
    expect(receipt).toContain(
      'What you paid for your co-parent, US$144.00, stays theirs, because they have been invited.',
    );
    await callRefund(site, payer.userId);
    await drain(site);
    expect(await book(site)).toEqual([
      ['sale', 28_800],
      ['refund', 14_400],
    ]);
    expect(await subscriptionOf(site, other)).toMatchObject({
      state: 'CURRENT',
      autoRenew: false,
      periodEnd: payer.periodEnd,
    });
    const told = (await mailsInOrder(site, payer.coParentEmail)).at(-1)?.text.replaceAll(/\s+/g, ' ');
    expect(told).toContain('It does not renew after that, and nothing is charged to you.');
    // The mail must not disclose what the payer did.
    expect(told).not.toMatch(/stopped|paid for it|refund/);
    const mails = (await mailsInOrder(site, payer.email)).slice(1);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [
        'Your Evenkeel refund of US$144.00',
        'Your Evenkeel subscription has ended',
        'A subscription to Evenkeel will not renew',
      ].sort(),
    );
    const refund = mails.find(({ subject }) => subject.includes('refund'));
    expect(refund?.text).toContain('Plan: Essentials, one year\n');
    expect(refund?.text).toContain('Invoice number: EK-US-1000-0012');
    for (const { text } of mails) expect(text).not.toContain('ou keep your access');
  });

  test('T7: cancelling and resuming only the co-parent’s renewal, and its end, name the co-parent’s plan and leave the payer’s own unchanged', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await drain(site);
    const said = async () => {
      const mail = await lastMail(site, payer);
      return { subject: mail?.subject, text: mail?.text.replaceAll(/\s+/g, ' ') };
    };
    await setRenewal(site, payer.userId, other.subscriptionId, false);
    await drain(site);
    expect(await said()).toEqual({
      subject: 'A subscription to Evenkeel will not renew',
      text: expect.stringContaining("You will not be charged for a renewal of Joe's subscription."),
    });
    expect((await said()).text).not.toContain('Nothing more will be charged');
    await setRenewal(site, payer.userId, other.subscriptionId, true);
    await drain(site);
    expect(await said()).toMatchObject({
      subject: 'A subscription to Evenkeel will renew',
      text: expect.stringContaining("Joe's subscription renews on"),
    });
    // T7: its holder, who was notified of the end, is notified of this too, without an amount.
    const mails = (await mailsInOrder(site, payer.coParentEmail)).slice(-2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Evenkeel subscription will not renew',
      'Your Evenkeel subscription will renew after all',
    ]);
    expect(mails[1]?.text).not.toContain('US$');
    await setRenewal(site, payer.userId, other.subscriptionId, false);
    await drain(site);
    const before = (await mailsInOrder(site, payer.email)).length;
    moveClockTo(site, payer.periodEnd, -6);
    await runDue(site);
    expect((await lastMail(site, { email: payer.coParentEmail }))?.subject).toMatch(/^Your plan ends on /);
    moveClockTo(site, payer.periodEnd);
    await runDue(site);
    expect((await subscriptionOf(site, other)).state).toBe('LAPSED');
    expect((await mailsInOrder(site, payer.email)).slice(before + 1).map(({ subject }) => subject)).toEqual([
      'Your Evenkeel renewal receipt',
    ]);
    expect((await mailsInOrder(site, payer.coParentEmail)).at(-1)?.subject).toBe(
      'Your Evenkeel subscription has ended',
    );
  });

  test('T3: a payer who cancels their own renewal but pays for the other parent sees what is still charged: on the page, by the link and by mail', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await drain(site);
    await setRenewal(site, payer.userId, payer.subscriptionId, false);
    await drain(site);
    const goesOn = [{ heldBy: 'Joe', amountFormatted: 'US$144.00', date: payer.periodEnd }];
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
      { stillCharged: goesOn },
      { heldBy: 'Joe', stillCharged: [] },
    ]);
    const mail = (await lastMail(site, payer))?.text.replaceAll(/\s+/g, ' ');
    expect(mail).toContain('Nothing more will be charged for it.');
    expect(mail).toMatch(/You still pay for Joe: that subscription renews on .* for US\$144\.00/);
    const token = renewalLinkSecret(site.dependencies.makeToken, {
      subscription: await subscriptionOf(site, payer),
      payer: { id: payer.userId, email: payer.email },
    });
    const link = {
      method: 'GET',
      path: `/v2/renewals/${payer.subscriptionId}`,
      headers: { 'x-renewal-token': token },
    } as const;
    expect((await send(site.app, link)).body).toMatchObject({ autoRenew: false, stillCharged: goesOn });
    // The other parent learns nothing of it, and nothing continues once both are cancelled.
    expect((await billing(site, other.userId)).subscriptions).toMatchObject([{ stillCharged: [] }]);
    await setRenewal(site, payer.userId, other.subscriptionId, false);
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
      { stillCharged: [] },
      { stillCharged: [] },
    ]);
  });

  test('T7: after the last decline the holder is told that it has ended, the payer that it was not charged', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    await setRenewal(site, payer.userId, payer.subscriptionId, false);
    site.jobDependencies.gateway.sale = async () => ({
      outcome: 'declined',
      code: '2000',
      kind: 'soft',
      reason: 'card_declined',
    });
    for (const day of [0, 3, 5]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site);
    }
    // The holder is told until when it can be used, not that a card was declined.
    const endsOn = addDays(payer.periodEnd, 7);
    expect((await home(site, other.userId)).subscription).toMatchObject({ periodEnd: endsOn, waiting: null });
    expect((await home(site, payer.userId)).others).toMatchObject([{ heldBy: 'Joe', waiting: { endsOn } }]);
    moveClockTo(site, payer.periodEnd, 7);
    await runDue(site);
    expect((await subscriptionOf(site, other)).state).toBe('LAPSED');
    const declined = (await mailsInOrder(site, payer.email)).filter(({ subject }) =>
      subject.includes('could not be charged'),
    );
    expect(declined).toHaveLength(3);
    for (const { text } of declined) expect(text.replaceAll(/\s+/g, ' ')).toContain('Joe still has access');
    const mail = await lastMail(site, payer);
    expect(mail?.subject).toBe('A subscription to Evenkeel has ended');
    expect(mail?.text).not.toContain('/app/account/billing');
    const toHolder = (await mailsInOrder(site, payer.coParentEmail)).at(-1);
    expect(toHolder?.subject).toBe('Your Evenkeel subscription has ended');
    const reason = 'because it could not be renewed';
    expect([mail, toHolder].map((each) => each?.text.replaceAll(/\s+/g, ' ').includes(reason))).toEqual([true, false]);
  });

  test('a co-parent who was invited and has not joined is mailed about neither renewal nor end', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const [own, others] = (await billing(site, payer.userId)).subscriptions;
    for (const autoRenew of [false, true, false]) await setRenewal(site, payer.userId, others?.id ?? '', autoRenew);
    expect(own?.heldBy).toBeNull();
    await runDue(site);
    for (const day of [-30, -7, 0]) {
      moveClockTo(site, payer.periodEnd, day);
      await runDue(site);
    }
    expect((await billing(site, payer.userId)).subscriptions).toMatchObject([{}, { heldBy: 'Joe', state: 'LAPSED' }]);
    expect((await mailsInOrder(site, payer.coParentEmail)).map(({ subject }) => subject)).toEqual([
      "You're invited to Evenkeel, already paid",
    ]);
  });

  test('half of a sale that has not settled cannot be voided: it waits and is refunded later', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    await callRefund(site, payer.userId);
    await drain(site);
    expect(await book(site)).toEqual([['sale', 28_800]]);
    await settleSales(site.sandboxUrl);
    moveClockTo(site, payer.periodEnd, -300);
    await runDue(site);
    expect(await book(site)).toEqual([
      ['sale', 28_800],
      ['refund', 14_400],
    ]);
  });

  test('cancelling the renewal leaves the co-parent their term; they may go on with a card of their own', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    expect((await setRenewal(site, payer.userId, other.subscriptionId, false)).status).toBe(200);
    expect(await subscriptionOf(site, other)).toMatchObject({ state: 'CURRENT', periodEnd: payer.periodEnd });
    expect((await setRenewal(site, other.userId, other.subscriptionId, true)).status).toBe(400);
    const headers = await signedIn(site, other.userId);
    await send(site.app, {
      method: 'POST',
      path: '/v2/account/payment-method',
      body: { nonce: 'fake-valid-mastercard-nonce' },
      headers,
    });
    await drain(site);
    const told = (await mailsInOrder(site, payer.coParentEmail)).at(-1);
    expect(told?.subject).toBe('A payment method was added to your account');
    expect(told?.text).not.toContain('deleted');
    expect((await setRenewal(site, other.userId, other.subscriptionId, true)).status).toBe(200);
    expect((await subscriptionOf(site, other)).payerUserId).toBe(other.userId);
    expect((await setRenewal(site, payer.userId, other.subscriptionId, false)).status).toBe(404);
  });

  test('the co-parent cannot refund what the other parent paid', async () => {
    const site = await openSite();
    const payer = await subscribe(site, { payForCoparent: true });
    const other = await coParent(site, payer);
    expect((await billing(site, other.userId)).refund).toBeNull();
    expect((await callRefund(site, other.userId)).body.code).toBe('NOT_REFUNDABLE');
  });
});
