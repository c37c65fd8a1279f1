import type { Billing, SubscriptionView } from '#contract/api/account.ts';
import type { DocumentItem, ReceiptItem } from '#contract/api/receipts.ts';
import type { Day } from '#contract/fields/day.ts';

const id = (end: number) => `019f0000-0000-7000-8000-${String(end).padStart(12, '0')}`;

const premium = [
  'Secure messaging',
  'Shared calendar',
  'Expense log',
  'Tone meter',
  'Unlimited payments',
  'Recorded calls',
  '10 GB of file storage',
  'Journal',
  'Info bank',
  'Mobile apps',
  'Certified records',
];

/** Premium, renewing next autumn; `part` overrides it. */
export function subscription(part: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    id: id(301),
    heldBy: null,
    paidBy: null,
    planName: 'Premium',
    options: [],
    includes: premium,
    state: 'CURRENT',
    autoRenew: true,
    periodEnd: '2027-11-21',
    term: {
      from: '2026-11-21',
      today: '2027-04-02',
      reminders: ['2027-10-22', '2027-11-14'],
      paidByCode: false,
      overSince: null,
      daysBeforeJoining: 0,
    },
    renewal: { amount: 21_252, amountFormatted: 'US$212.52' },
    paused: false,
    suspended: false,
    needsMethod: false,
    needsAddress: false,
    cardExpires: false,
    waiting: null,
    stillCharged: [],
    notJoined: false,
    mayUpgrade: true,
    mayResume: false,
    mayRestart: false,
    mayRequestFeeWaiver: true,
    keptPrice: null,
    renewsTo: null,
    soldThere: null,
    alsoFor: null,
    mayChooseRenewal: false,
    mayTry: false,
    ...part,
  };
}

const unannounced = { ...subscription().term, reminders: [] };
export const cancelled = subscription({ term: unannounced, autoRenew: false, renewal: null, mayResume: true });
export const cancelledBesideOther = subscription({
  ...cancelled,
  stillCharged: [{ heldBy: 'Joe', amountFormatted: 'US$149.76', date: '2027-11-21' }],
});
export const lapsed = subscription({
  state: 'LAPSED',
  includes: [],
  autoRenew: false,
  renewal: null,
  mayUpgrade: false,
  mayRestart: true,
  periodEnd: '2026-10-02',
  term: {
    from: '2025-10-02',
    today: '2027-04-02',
    reminders: [],
    paidByCode: false,
    overSince: null,
    daysBeforeJoining: 0,
  },
});
export const keptPrice = { amountFormatted: 'US$144.00', listFormatted: 'US$180.00', until: '2027-04-20' } as const;
export const refunded: SubscriptionView = { ...lapsed, state: 'REFUNDED', periodEnd: '2026-11-02' };

const unpaidTerm: SubscriptionView['term'] = {
  from: '2025-11-21',
  today: '2026-11-26',
  reminders: [],
  paidByCode: false,
  daysBeforeJoining: 0,
  overSince: null,
};
const unpaid = (because: 'RENEWAL' | 'SETTLEMENT', retryOn: Day | null = null) =>
  subscription({
    mayUpgrade: false,
    periodEnd: '2026-11-21',
    term: unpaidTerm,
    waiting: { because, retryOn, endsOn: '2026-12-05' },
    mayTry: retryOn !== null,
  });
export const waiting = unpaid('RENEWAL', '2026-11-28');
export const declinedForGood = unpaid('RENEWAL');
export const notSettled = unpaid('SETTLEMENT');
export const waitingForMethod = { ...declinedForGood, needsMethod: true };
export const withoutAddress = subscription({ needsAddress: true });
export const withoutMethod = subscription({ needsMethod: true });
export const withExpiringCard = subscription({ cardExpires: true, periodEnd: '2026-12-21' });
export const suspended = subscription({
  term: { ...unannounced, overSince: '2026-11-21' },
  suspended: true,
  periodEnd: '2026-12-08',
});
export const paused = subscription({ term: unannounced, paused: true, renewal: null });
export const paidByOther = subscription({ term: unannounced, paidBy: 'Maximiliana-Guadalupe', renewal: null });
export const paidByCode = subscription({
  needsMethod: true,
  term: { ...subscription().term, paidByCode: true },
});
export const buildYourOwn = subscription({
  planName: 'Build your own',
  options: ['10 GB of file storage', 'Unlimited payments', 'Tone meter'],
  includes: [
    'Secure messaging',
    'Shared calendar',
    'Expense log',
    '10 GB of file storage',
    'Journal',
    'Info bank',
    'Mobile apps',
    'Unlimited payments',
    'Tone meter',
  ],
});
export const renewsToEssentials = subscription({
  mayChooseRenewal: true,
  renewal: { amount: 14_400, amountFormatted: 'US$144.00' },
  renewsTo: { planName: 'Essentials, one year', losses: ['Tone meter'] },
});
export const movedAway = subscription({
  mayChooseRenewal: true,
  soldThere: { countryName: 'Australia', amountFormatted: 'US$207.00' },
});
export const forOther = subscription({ id: id(302), heldBy: 'Joe', mayUpgrade: false });
export const notJoined = subscription({ ...forOther, notJoined: true });
const longer = { periodEnd: '2027-12-11', term: { ...subscription().term, daysBeforeJoining: 20 } } as const;
export const joinedLater = subscription({ ...forOther, ...longer });
export const joinedLaterOneself = subscription({ ...paidByOther, ...longer, term: { ...longer.term, reminders: [] } });

export const receipts: ReceiptItem[] = [
  {
    orderId: id(401),
    purpose: 'UPGRADE',
    date: '2027-01-04',
    planName: 'Premium',
    holders: [{ name: 'Marta', own: true }],
    total: 5_400,
    totalFormatted: 'US$54.00',
    refunded: 0,
    refundedFormatted: 'US$0.00',
    notPaid: false,
    invoiceNumber: 'EK-US-1000-0020',
    bank: null,
  },
  {
    orderId: id(402),
    purpose: 'SIGN_UP',
    date: '2026-11-21',
    planName: 'Essentials',
    holders: [
      { name: 'Marta', own: true },
      { name: 'Joe', own: false },
    ],
    total: 28_800,
    totalFormatted: 'US$288.00',
    refunded: 14_400,
    refundedFormatted: 'US$144.00',
    notPaid: false,
    invoiceNumber: 'EK-US-1000-0012',
    bank: null,
  },
];

export const documents: DocumentItem[] = [
  {
    id: id(411),
    kind: 'INVOICE',
    number: 'EK-US-1000-0012',
    date: '2026-11-21',
    amountFormatted: 'US$288.00',
  },
  {
    id: id(412),
    kind: 'CREDIT_NOTE',
    number: 'EK-US-CR-1000-0012',
    date: '2026-11-28',
    amountFormatted: '−US$144.00',
  },
  {
    id: id(413),
    kind: 'DEBIT_NOTE',
    number: 'EK-US-DR-1000-0012',
    date: '2026-12-04',
    amountFormatted: 'US$144.00',
  },
];

export const card: NonNullable<Billing['paymentMethod']> = {
  type: 'CREDIT_CARD',
  cardLastFour: '1111',
  cardBrand: 'Visa',
  expirationMonth: '12',
  expirationYear: '2039',
  accountLabel: null,
};

export const backup: NonNullable<Billing['backupMethod']> = {
  ...card,
  type: 'PAYPAL',
  cardLastFour: null,
  cardBrand: null,
  expirationMonth: null,
  expirationYear: null,
  accountLabel: 'marta@example.com',
  chargedWhenDeclined: false,
};

/** A billing page with one subscription; `part` overrides it. */
export function billing(part: Partial<Billing> = {}): Billing {
  return {
    subscriptions: [subscription()],
    paymentMethod: card,
    backupMethod: null,
    country: 'US',
    receipts,
    documentYears: ['2027', '2026'],
    refund: null,
    coveredFrom: null,
    codePays: false,
    refunds: [],
    disputed: [],
    returnedMail: null,
    deletion: null,
    ...part,
  };
}
