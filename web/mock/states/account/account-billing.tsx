import type { Billing } from '#contract/api/account.ts';
import type { InvoiceAddress } from '#contract/api/invoice-address.ts';
import {
  backup,
  billing,
  buildYourOwn,
  cancelled,
  cancelledBesideOther,
  card,
  declinedForGood,
  forOther,
  joinedLater,
  joinedLaterOneself,
  keptPrice,
  lapsed,
  movedAway,
  notJoined,
  notSettled,
  paidByCode,
  paidByOther,
  paused,
  receipts,
  refunded,
  renewsToEssentials,
  subscription,
  suspended,
  waiting,
  waitingForMethod,
  withoutMethod,
} from '../../account-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { inChicago } from '../../session-fixture.ts';

export { Screen } from '#web/features/account/billing/Billing.tsx';

const look = 'GET /v2/account/billing';
const byCode = {
  subscriptionId: '0190b2c4-0000-7000-8000-000000000001',
  planName: 'Premium, one year',
  from: '2027-11-21',
  until: '2028-11-21',
  amount: 19_800,
  amountFormatted: 'US$198.00',
  leftFormatted: 'US$0.00',
} as const;
const state = (answer: MockAnswer, invoices: MockAnswer = { data: { address: null } }): MockState => ({
  answers: {
    [look]: answer,
    'GET /v2/account/invoice-address': invoices,
    'PUT /v2/account/invoice-address': { data: { address: { email: 'office@ledger.example', state: 'WAITING' } } },
    'DELETE /v2/account/invoice-address': { data: { removed: true } },
    'PUT /v2/account/subscriptions/*/renewal': {
      data: { state: 'CURRENT', autoRenew: false, periodEnd: '2027-11-21' },
    },
    'PUT /v2/account/subscriptions/*/renewal-cover': { data: { covers: true } },
    'POST /v2/account/renewal-cover/decline': { data: { declined: true } },
    'PUT /v2/account/backup-payment-method': { data: { chargedWhenDeclined: true } },
    'DELETE /v2/account/backup-payment-method': { data: { removed: true } },
    'DELETE /v2/account/returned-mail': { data: { returnedMail: null } },
    'GET /v2/account/calendar-feed': { data: { feed: { createdAt: '2027-02-05T03:00:00.000Z' } } },
    'POST /v2/account/calendar-feed': {
      data: { address: `https://evenkeel.example/api/v2/calendar.ics?key=${'k'.repeat(43)}` },
    },
    'POST /v2/account/codes/prices': { data: byCode },
    'POST /v2/account/codes/payments': { data: byCode },
    'GET /v2/payment-client-token': { problem: { code: 'BUSY', status: 503 } },
  },
});
const shown = (part: Partial<Billing> = {}) => state({ data: billing(part) });
const invoicesTo = (of: InvoiceAddress['state']) =>
  state({ data: billing() }, { data: { address: { email: 'office@ledger.example', state: of } } });
const refund = {
  amount: 14_400,
  amountFormatted: 'US$144.00',
  until: '2026-12-21' as const,
  kept: 0,
  keptFormatted: 'US$0.00',
  stopsPaying: false,
  codes: 0,
  codesFormatted: 'US$0.00',
};
const forBoth = {
  firstName: 'Joe',
  isChosen: false,
  bothFormatted: 'US$425.04',
  aloneFormatted: 'US$212.52',
  taxId: 'q'.repeat(32),
};
const onTheWay = {
  amount: 14_400,
  amountFormatted: 'US$144.00',
  requestedAt: '2026-11-22T04:00:00.000Z',
  state: 'SENDING',
  reason: 'BY_PAYER',
} as const;

const atBank = (state: 'HELD' | 'RETURNED') =>
  receipts.map((receipt) => ({
    ...receipt,
    refunded: 0,
    bank: { state, amount: receipt.total, amountFormatted: receipt.totalFormatted },
  }));

export const states: Record<string, MockState> = {
  active: shown(),
  moved: shown({ subscriptions: [movedAway] }),
  'renews-to-another-plan': shown({ subscriptions: [renewsToEssentials] }),
  'mail-comes-back': shown({ returnedMail: 'RETURNED' }),
  'mail-called-spam': shown({ returnedMail: 'COMPLAINT' }),
  refundable: shown({ refund }),
  'code-pays-renewal': shown({ codePays: true }),
  'renewal-refundable': shown({ refund: { ...refund, stopsPaying: true } }),
  'refundable-and-kept': shown({
    subscriptions: [buildYourOwn, forOther],
    refund: { ...refund, kept: 14_400, keptFormatted: 'US$144.00', codes: 7_200, codesFormatted: 'US$72.00' },
  }),
  'may-pay-for-both': shown({ subscriptions: [subscription({ alsoFor: forBoth })] }),
  'pays-for-both': shown({
    subscriptions: [
      subscription({
        alsoFor: { ...forBoth, isChosen: true },
        renewal: { amount: 42_504, amountFormatted: 'US$425.04' },
      }),
    ],
  }),
  'covered-by-other': shown({ subscriptions: [], paymentMethod: null, receipts: [], coveredFrom: '2027-11-21' }),
  'covered-beside-own': shown({ coveredFrom: '2027-11-21' }),
  refunded: shown({ subscriptions: [refunded], refunds: [onTheWay] }),
  'read-from-elsewhere': inChicago(shown({ refunds: [onTheWay] })),
  suspended: shown({ subscriptions: [suspended, { ...waiting, ...forOther, suspended: true }] }),
  disputed: shown({
    subscriptions: [paused, { ...paused, ...forOther, paused: true, renewal: null }],
    disputed: [
      { orderId: receipts[1]?.orderId ?? '', amount: 28_800, amountFormatted: 'US$288.00', date: '2026-11-21' },
    ],
    receipts: atBank('HELD'),
  }),
  'dispute-lost': shown({
    subscriptions: [lapsed],
    receipts: atBank('RETURNED'),
  }),
  'refund-with-the-bank': shown({ subscriptions: [refunded], refunds: [{ ...onTheWay, state: 'SETTLING' }] }),
  'refund-tried-again': shown({ subscriptions: [refunded], refunds: [{ ...onTheWay, state: 'RETRYING' }] }),
  'refund-failed': shown({
    subscriptions: [refunded],
    refunds: [onTheWay, { ...onTheWay, amount: 5_400, amountFormatted: 'US$54.00', state: 'FAILED' }],
  }),
  cancelled: shown({ subscriptions: [cancelled] }),
  'cancelled-beside-other': shown({ subscriptions: [cancelledBesideOther, forOther] }),
  lapsed: shown({
    subscriptions: [
      { ...lapsed, keptPrice },
      { ...lapsed, id: forOther.id, heldBy: 'Joe', mayRestart: false },
    ],
  }),
  waiting: shown({ subscriptions: [waiting] }),
  'not-settled': shown({
    subscriptions: [notSettled, { ...notSettled, id: forOther.id, heldBy: 'Joe' }],
    receipts: receipts.map((receipt) => ({ ...receipt, refunded: 0, notPaid: receipt.purpose === 'SIGN_UP' })),
  }),
  'waiting-for-method': shown({ subscriptions: [waitingForMethod], paymentMethod: null }),
  'waiting-for-both': shown({ subscriptions: [waiting, { ...waiting, id: forOther.id, heldBy: 'Joe' }] }),
  'declined-for-good': shown({
    subscriptions: [declinedForGood],
    paymentMethod: { ...card, expirationMonth: '01', expirationYear: '2026' },
  }),
  'without-method': shown({ subscriptions: [withoutMethod], paymentMethod: null }),
  'paid-by-code': shown({ subscriptions: [paidByCode], paymentMethod: null }),
  'other-not-joined': shown({ subscriptions: [subscription(), notJoined] }),
  'other-joined-later': shown({ subscriptions: [subscription(), joinedLater] }),
  'joined-later': shown({ subscriptions: [joinedLaterOneself], paymentMethod: null, receipts: [] }),
  'backup-method': shown({ backupMethod: backup }),
  'backup-method-charged': shown({ backupMethod: { ...backup, chargedWhenDeclined: true } }),
  'invoices-waiting': invoicesTo('WAITING'),
  'invoices-elsewhere': invoicesTo('IN_USE'),
  'invoices-stopped': invoicesTo('STOPPED'),
  'invoices-loading': state({ data: billing() }, 'never'),
  'invoices-failed': state({ data: billing() }, { problem: { code: 'UNEXPECTED', status: 500 } }),
  'paid-by-other': shown({ subscriptions: [paidByOther], paymentMethod: null, receipts: [] }),
  'no-longer-paid-by-other': shown({
    subscriptions: [{ ...paidByOther, autoRenew: false, mayResume: true }],
    paymentMethod: null,
    receipts: [],
  }),
  'wallet-on-file': shown({
    paymentMethod: {
      type: 'PAYPAL',
      accountLabel: 'marta@example.com',
      cardLastFour: null,
      cardBrand: null,
      expirationMonth: null,
      expirationYear: null,
    },
  }),
  'apple-pay-on-file': shown({ paymentMethod: { ...card, type: 'APPLE_PAY' } }),
  'google-pay-expired': shown({
    paymentMethod: { ...card, type: 'GOOGLE_PAY', expirationMonth: '01', expirationYear: '2026' },
  }),
  'closing-soon': shown({ deletion: { closesOn: '2026-12-21' } }),
  empty: shown({ subscriptions: [], paymentMethod: null, receipts: [] }),
  loading: state('never'),
  failed: state({ problem: { code: 'UNEXPECTED', status: 500 } }),
  offline: state('offline'),
};
