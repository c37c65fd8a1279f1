import type { MailProps } from './mail-templates.ts';

const firstName = 'Marta';
const card = { type: 'CREDIT_CARD', cardBrand: 'Visa', cardLastFour: '1111' } as const;
const site = 'https://www.evenkeel.example/app';
const cancelUrl = `${site}/account/billing?cancel=renewal`;
const invite = {
  firstName: 'Tomás',
  inviterFirstName: firstName,
  paid: true,
  inviteUrl: `${site}/join/invite#token=sample&x=1`,
  expiresOn: '2026-12-21',
};

/** One filled-in example of every mail, for tests and for looking at them. */
export const mailSamples: MailProps = {
  receipt: {
    occasion: 'purchase',
    firstName,
    planName: 'Premium, two years',
    paidFor: [
      { name: "Marta O'Brien", own: true, from: '2026-11-21', until: '2028-11-21' },
      { name: 'Joe', own: false, from: '2026-11-21', until: '2028-11-21' },
    ],
    lines: [
      { label: 'Premium, two years', amount: 'US$360.00' },
      { label: 'TWOYEARS', amount: '−US$15.00' },
      { label: 'Tax', amount: 'US$0.00' },
    ],
    total: 'US$345.00',
    included: [],
    paymentMethod: card,
    date: '2026-11-21',
    receiptNumber: 'EK-1000-0012',
    transactionId: '4f8k2m9q',
    renewals: [
      { heldBy: null, date: '2028-11-21', amount: 'US$198.00' },
      { heldBy: 'Joe', date: '2028-11-21', amount: 'US$198.00' },
    ],
    refund: { ownCents: 17_250, keptCents: 17_250 },
    cancelUrl,
    howToCancelUrl: `${site}/how-to-cancel`,
    addMethodUrl: null,
  },
  'co-parent-invite': invite,
  'co-parent-invite-resend': invite,
  'family-invite-by-professional': {
    firstName,
    professionalName: 'Hon. Ana Ruiz',
    paid: true,
    inviteUrl: invite.inviteUrl,
    expiresOn: invite.expiresOn,
  },
  'finish-credentials': { firstName, credentialsUrl: `${site}/join/credentials#token=sample` },
  'credentials-reminder': { firstName, credentialsUrl: `${site}/join/credentials#token=sample` },
  'pro-confirmation': { firstName: 'Ana', casesUrl: `${site}/pro/cases`, credentialsUrl: `${site}/join/credentials#token=sample` },
  'password-reset': { firstName, username: 'marta.ruiz', resetUrl: `${site}/set-password#token=sample` },
  'password-changed': {
    firstName,
    changedAt: '2026-11-21T18:05:00Z',
    timeZone: 'America/Chicago',
    recoverUrl: `${site}/forgot-password`,
  },
  'username-recovery': { firstName, usernames: ['marta.ruiz'], hasAccount: false, loginUrl: `${site}/login` },
  'renewal-reminder': {
    firstName,
    planName: 'Premium, one year',
    heldBy: null,
    daysLeft: 30,
    amount: 'US$198.00',
    renewsOn: '2026-12-21',
    paymentMethod: card,
    cancelUrl,
    addMethodUrl: null,
  },
  'renewal-declined': {
    firstName,
    planName: 'Premium, one year',
    heldBy: null,
    amount: 'US$198.00',
    paymentMethod: card,
    nextTryOn: '2026-11-24',
    updatePaymentMethodUrl: `${site}/account/billing`,
  },
  'subscription-lapsed': { firstName, heldBy: null, lapsedOn: '2026-12-06', because: 'DECLINED', renewUrl: `${site}/account/restart` },
  'renewal-cancelled': {
    firstName,
    heldBy: null,
    accessUntil: '2026-12-21',
    resumeUrl: `${site}/account/billing`,
    stillCharged: [{ heldBy: 'Tomás', amountFormatted: 'US$149.76', date: '2026-12-21' }],
  },
  'renewal-resumed': { firstName, heldBy: null, amount: 'US$198.00', renewsOn: '2026-12-21', cancelUrl, addMethodUrl: null },
  'refund-issued': {
    planName: 'Premium, two years',
    receiptNumber: 'EK-1000-0012',
    firstName,
    amount: 'US$345.00',
    paymentMethod: card,
    refundedOn: '2026-11-22',
    transactionId: '4f8k2m9q',
  },
  'refund-failed': {
    planName: 'Premium, two years',
    receiptNumber: 'EK-1000-0012',
    firstName,
    amount: 'US$345.00',
    paymentMethod: card,
    requestedOn: '2026-11-22',
  },
  'renewal-not-paid-for': { firstName, accessUntil: '2026-12-21', billingUrl: `${site}/account/billing` },
  'plan-ending': { firstName, endsOn: '2026-12-21', daysLeft: 30, billingUrl: `${site}/account/billing` },
  'payment-method-replaced': { firstName, replaced: true, paymentMethod: card },
  'account-closing': { firstName, closesOn: '2026-12-21', keepUrl: `${site}/account/billing` },
  'account-closed': { firstName },
  'plan-joined': { firstName, paidUntil: '2027-12-21', renews: true, billingUrl: `${site}/account/billing` },
  'renewal-paid-for': { firstName, renewsOn: '2026-12-21', billingUrl: `${site}/account/billing` },
  'email-address-corrected': { firstName, sentTo: 'new' },
};
