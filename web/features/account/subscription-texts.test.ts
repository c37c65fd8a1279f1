import { describe, expect, test } from 'vitest';
import {
  buildYourOwn,
  cancelled,
  declinedForGood,
  forOther,
  joinedLater,
  joinedLaterOneself,
  lapsed,
  notJoined,
  notSettled,
  paidByOther,
  refunded,
  subscription,
  waiting,
  waitingForMethod,
  withoutAddress,
  withoutMethod,
} from '#web/mock/account-fixtures.ts';
import { alsoPaidText, joiningText, methodNotice, outlook, stageOf } from './subscription-texts.ts';

describe('the status of a subscription', () => {
  test.each([
    ['ACTIVE', subscription()],
    ['ACTIVE', paidByOther],
    ['ENDING', cancelled],
    ['WAITING', waiting],
    ['LAPSED', lapsed],
    ['REFUNDED', refunded],
  ] as const)('%s', (stage, one) => {
    expect(stageOf(one)).toBe(stage);
  });
});

test('T4: a renewal without a stored method asks for a payment method, or an address, until its day; any other asks for nothing', () => {
  expect(methodNotice(withoutMethod)).toMatchObject({
    title: 'Your renewal has no payment method',
    text: expect.stringContaining('the renewal on November 21, 2027'),
  });
  expect(methodNotice(waitingForMethod)).toMatchObject({
    title: 'Your renewal has no payment method',
    text: expect.stringMatching(/^There is no payment method for the renewal of November 21, 2026.*ends on December 5/),
  });
  expect(methodNotice({ ...waitingForMethod, needsAddress: true })).toMatchObject({
    title: 'Your renewal needs your address',
    text: expect.stringMatching(/^There is no address in your account for the renewal of November 21, 2026/),
  });
  expect(methodNotice(withoutAddress)?.title).toBe('Your renewal needs your address');
  expect([methodNotice(subscription()), methodNotice(cancelled)]).toEqual([null, null]);
});

describe('what comes next is stated with its day, and with its amount to the payer', () => {
  test.each([
    ['renews', buildYourOwn, 'Renews on November 21, 2027 for US$212.52.'],
    ['renews for the other parent', forOther, 'Renews on November 21, 2027 for US$212.52.'],
    [
      'renews for nothing',
      subscription({ renewal: { amount: 0, amountFormatted: 'US$0.00' } }),
      'Renews on November 21, 2027. Nothing is charged.',
    ],
    ['was declined', waiting, 'The renewal of November 21, 2026 for US$212.52 is not paid yet.'],
    [
      'was cancelled',
      cancelled,
      'Active until November 21, 2027. It does not renew, and nothing more is charged for it.',
    ],
    ['ended', lapsed, 'Ended on October 2, 2026. You can still read everything you kept.'],
    ['was refunded', refunded, 'Ended on November 2, 2026, with a refund.'],
    [
      'is paid by the other parent',
      subscription({ paidBy: 'Joe', renewal: null }),
      'Paid by Joe. Active until November 21, 2027. You have nothing to pay or cancel.',
    ],
    [
      'is no longer paid by somebody who was forgotten',
      subscription({ paidBy: '', renewal: null, autoRenew: false }),
      'Paid by your co-parent until November 21, 2027. After that it does not renew automatically.',
    ],
  ])('%s', (_, one, text) => {
    expect(outlook(one)).toBe(text);
  });
});

test('a declined renewal says when it is tried again, or that it is not', () => {
  expect(methodNotice(waiting)).toEqual({
    title: 'Your renewal could not be charged',
    text: expect.stringMatching(/again on November 28, 2026.*ends on December 5, 2026/),
  });
  expect(methodNotice(declinedForGood)?.text).toMatch(/is not tried again.*ends on December 5, 2026/);
  expect(methodNotice(notSettled)).toEqual({
    title: 'A payment did not go through',
    text: expect.stringMatching(/did not receive the money.*until December 5, 2026.*US\$212\.52 is charged to it once/),
  });
  expect(outlook(notSettled)).toBe('Not paid: US$212.52 for the term from November 21, 2026.');
});

test('T1: what keeps a co-parent’s renewal from being charged, and its end, are described as theirs', () => {
  for (const one of [waiting, waitingForMethod, withoutMethod]) {
    const notice = methodNotice({ ...one, heldBy: 'Joe' });
    expect(notice?.title).toContain('The renewal for Joe');
    expect(notice?.text).not.toMatch(/\byou/i);
  }
  expect(outlook({ ...lapsed, heldBy: 'Joe' })).toBe(
    'Ended on October 2, 2026. Joe can still read everything they kept.',
  );
});

test('T2: the co-parent’s renewal is shown beside one’s own plan, unless its payment is missing or it does not renew', () => {
  expect(alsoPaidText(forOther)).toBe(
    'You also pay for Joe: that subscription renews on November 21, 2027 for US$212.52.',
  );
  expect([waiting, cancelled].map((one) => alsoPaidText({ ...one, heldBy: 'Joe' }))).toEqual([null, null]);
});

test('a plan says how many days were added for the time before its holder joined, or that they will be', () => {
  expect([notJoined, joinedLater, joinedLaterOneself].map(joiningText)).toEqual([
    'When Joe joins, the days until then are added to this plan, up to 60 days.',
    'Includes 20 days added for the time before Joe joined, free of charge.',
    'Includes 20 days added for the time before you joined, free of charge.',
  ]);
  const never = [
    subscription(),
    forOther,
    paidByOther,
    { ...notJoined, waiting: waiting.waiting },
    { ...lapsed, notJoined: true },
  ];
  expect(never.map(joiningText)).toEqual(never.map(() => null));
});
