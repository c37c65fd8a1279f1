import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';
import { publicHeaders } from './headers.ts';
import { backupMethodView, paymentMethodView } from './payment-methods.ts';
import { documentYears, receiptItem, refundView } from './receipts.ts';
import { returnedMail } from './returned-mail.ts';
import { route } from './route.ts';
import { coParentStates, inviteView } from './sign-up/family.ts';

/** The signed-in user's own account: no call names a user. Amounts are integer US cents. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;
const money = { amount: cents, amountFormatted: z.string() };

/** A renewal that its payer is still charged for. `heldBy`: null if it is the payer's own. */
export const stillCharged = z.object({
  heldBy: z.nullable(z.string()),
  amountFormatted: z.string(),
  date: day,
});
export type StillCharged = z.output<typeof stillCharged>;

/**
 * Why a term is unpaid, when it is retried (null: not with this method), and when it ends if nothing changes.
 * `SETTLEMENT`: its payment was approved, but never settled.
 */
export const renewalWaiting = z.nullable(
  z.object({
    because: z.enum(['RENEWAL', 'SETTLEMENT']),
    retryOn: z.nullable(day),
    endsOn: day,
  }),
);

/** A renewal's plan with its term and options, its amount with tax, and what its holder would no longer have. */
export const renewalPlan = z.object({
  packageId: z.int(),
  services: z.array(z.string()),
  planName: z.string(),
  years: z.literal([1, 2]),
  ...money,
  losses: z.array(z.string()),
});
export type RenewalPlan = z.output<typeof renewalPlan>;

export const subscriptionView = z.object({
  id,
  /** Null: one's own. Otherwise the first name of the co-parent it is paid for. */
  heldBy: z.nullable(z.string()),
  /** Null: paid by oneself. Otherwise the payer's name. */
  paidBy: z.nullable(z.string()),
  planName: z.string(),
  options: z.array(z.string()),
  /** What it currently entitles its holder to, in words; empty after its end. */
  includes: z.array(z.string()),
  state: z.enum(['CURRENT', 'LAPSED', 'REFUNDED']),
  autoRenew: z.boolean(),
  /** The day on which it renews or ends; after an end, the day it ended. */
  periodEnd: day,
  /** The paid term as a timeline: its first day, and the days on which a mail to this user announces what comes. */
  term: z.object({
    from: day,
    today: day,
    /** The last paid day's morrow, if the renewal is due, not declined, and charged later: a cancellation ends it. */
    overSince: z.nullable(day),
    reminders: z.array(day),
    /** Codes paid all of it, not the user. */
    paidByCode: z.boolean(),
    /** Days added because they had passed before its holder joined. */
    daysBeforeJoining: z.int(),
  }),
  /** The price of the next year; null if this user will not be charged. */
  renewal: z.nullable(z.object(money)),
  /** The plan that it renews to, if its payer chose another one. */
  renewsTo: z.nullable(z.pick(renewalPlan, { planName: true, losses: true })),
  /** Its payer has moved since the last payment: what a year of it costs as sold there. */
  soldThere: z.nullable(z.object({ countryName: z.string(), amountFormatted: z.string() })),
  /** Its holder may choose whether its renewal also pays for the co-parent. Amounts with tax; `taxId`: for both. */
  alsoFor: z.nullable(
    z.object({
      firstName: z.string(),
      isChosen: z.boolean(),
      bothFormatted: z.string(),
      aloneFormatted: z.string(),
      taxId: z.string(),
    }),
  ),
  /** This user may choose what it renews to. */
  mayChooseRenewal: z.boolean(),
  /** Its payer's bank questions a payment, so it does not renew meanwhile. Shown to the payer only. */
  paused: z.boolean(),
  /** It renews at this user's cost, and no method is stored. */
  needsMethod: z.boolean(),
  /** It renews at this user's cost, and cannot be charged: its tax depends on an address, which is missing. */
  needsAddress: z.boolean(),
  /** The renewal has been announced, and the stored card expires before it. */
  cardExpires: z.boolean(),
  /** A renewal at this user's cost that could not be charged. */
  waiting: renewalWaiting,
  /** Its next try can be brought forward to now. */
  mayTry: z.boolean(),
  /** This user pays for it, and its holder has not joined. */
  notJoined: z.boolean(),
  /** Its day has passed, because operators have suspended all automatic charges: `periodEnd` is its earliest day. */
  suspended: z.boolean(),
  /** If this one does not renew at the user's cost: the renewals that do. */
  stillCharged: z.array(stillCharged),
  mayUpgrade: z.boolean(),
  /** A cancelled renewal can be resumed only while the term lasts. */
  mayResume: z.boolean(),
  mayRestart: z.boolean(),
  /** It lapsed: what its year costs its holder until this day, and by the list. Null if that is no less. */
  keptPrice: z.nullable(z.object({ amountFormatted: z.string(), listFormatted: z.string(), until: day })),
  /** A year without charge can be requested. */
  mayRequestFeeWaiver: z.boolean(),
});
export type SubscriptionView = z.output<typeof subscriptionView>;

const deletion = z.nullable(z.object({ closesOn: day }));

/** What renews before an account closes. `amountFormatted`: null if the other parent pays for it. */
const renewalBeforeClosing = z.extend(stillCharged, { amountFormatted: z.nullable(z.string()) });
export type RenewalBeforeClosing = z.output<typeof renewalBeforeClosing>;

export const readAccount = route({
  method: 'GET',
  path: '/v2/account',
  ...own,
  summary: 'Get a summary: plan, co-parent, latest receipts',
  limits: ['read'],
  answer: z.object({
    firstName: z.string(),
    subscription: z.nullable(subscriptionView),
    /** The other parent's subscriptions that this user pays for. */
    others: z.array(subscriptionView),
    coParent: z.nullable(z.object({ firstName: z.string(), state: z.enum(coParentStates), invite: inviteView })),
    receipts: z.array(receiptItem),
    returnedMail,
    /** The user's address while it is unproved; empty: its reader has taken it back. Null: proved. */
    unprovenEmail: z.nullable(z.string()),
    deletion,
  }),
});

export const readBilling = route({
  method: 'GET',
  path: '/v2/account/billing',
  ...own,
  summary: 'Get subscriptions, payment method, receipts and what can be refunded',
  limits: ['read'],
  answer: z.object({
    subscriptions: z.array(subscriptionView),
    paymentMethod: z.nullable(paymentMethodView),
    backupMethod: z.nullable(backupMethodView),
    /** Country of the billing address, for the card fields. */
    country: z.nullable(z.string()),
    receipts: z.array(receiptItem),
    documentYears,
    /**
     * The first payment or the latest renewal, while it is refundable. `kept`: what was paid for the other parent,
     * which stays. `codes`: what codes had paid, which is returned to them. `stopsPaying`: the other parent's renewals
     * are not paid any more.
     */
    refund: z.nullable(
      z.object({
        ...money,
        until: day,
        kept: cents,
        keptFormatted: z.string(),
        codes: cents,
        codesFormatted: z.string(),
        stopsPaying: z.boolean(),
      }),
    ),
    /** The day from which somebody else's renewal also pays a plan for this user, unless they decline. */
    coveredFrom: z.nullable(day),
    /** A code can pay the own plan's next renewal now. */
    codePays: z.boolean(),
    refunds: z.array(refundView),
    /** Payments that a bank questions: none of them can be refunded here until it has decided. */
    disputed: z.array(z.object({ orderId: id, ...money, date: day })),
    returnedMail,
    deletion,
  }),
});
export type Billing = z.output<typeof readBilling.answer>;

export const changeRenewal = route({
  method: 'PUT',
  path: '/v2/account/subscriptions/:subscriptionId/renewal',
  ...own,
  summary: 'Cancel the renewal, or resume it',
  limits: ['change-account'],
  errors: ['CONFLICT', 'PAYMENT_DISPUTED'],
  params: z.object({ subscriptionId: id }),
  body: z.object({ autoRenew: z.boolean() }),
  /** Cancelling what only waited for a payment ends it. */
  answer: z.pick(subscriptionView, { state: true, autoRenew: true, periodEnd: true, mayResume: true }),
});

export const requestRefund = route({
  method: 'POST',
  path: '/v2/account/refund',
  ...own,
  summary: 'Refund the first payment or the latest renewal and end the subscription',
  limits: ['change-account'],
  errors: ['NOT_REFUNDABLE', 'PAYMENT_DISPUTED', 'PAYMENT_IN_PROGRESS'],
  answer: z.object(money),
});

export const changeLanguage = route({
  method: 'PUT',
  path: '/v2/account/language',
  ...own,
  summary: 'Set the language of mails and receipts',
  caller: 'signed-in',
  limits: ['change-account'],
  body: z.object({ language: z.enum(languages) }),
  answer: z.object({ language: z.enum(languages) }),
});

export const consentKinds = ['TERMS', 'RENEWAL', 'MARKETING', 'CO_PARENT_FLAG'] as const;
const consents = z.object({
  consents: z.array(
    z.object({
      kind: z.enum(consentKinds),
      given: z.boolean(),
      recordedAt: z.iso.datetime(),
      textVersion: z.string(),
      /** Terms and renewal end with the account or the subscription; the others can be withdrawn. */
      mayChange: z.boolean(),
    }),
  ),
});

export const readConsents = route({
  method: 'GET',
  path: '/v2/account/consents',
  ...own,
  summary: 'List consents, the latest of each kind',
  caller: 'signed-in',
  limits: ['read'],
  answer: consents,
});

export const changeConsent = route({
  method: 'PUT',
  path: '/v2/account/consents',
  ...own,
  summary: 'Give or withdraw a consent; earlier ones stay on record',
  caller: 'signed-in',
  limits: ['change-account'],
  body: z.object({ kind: z.enum(['MARKETING', 'CO_PARENT_FLAG']), given: z.boolean() }),
  answer: consents,
});

export const requestDeletion = route({
  method: 'POST',
  path: '/v2/account/deletion',
  ...own,
  summary: 'Request the closing of the account in 30 days, and cancel what renews before',
  caller: 'signed-in',
  fresh: true,
  limits: ['change-account'],
  body: z.object({ cancelRenewals: z.boolean() }),
  answer: z.object({ closesOn: day }),
});

export const readDeletion = route({
  method: 'GET',
  path: '/v2/account/deletion',
  ...own,
  summary: 'Get whether and when the account closes, and what renews before that day',
  caller: 'signed-in',
  limits: ['read'],
  answer: z.object({ deletion, renewals: z.array(renewalBeforeClosing) }),
});

export const keepAccount = route({
  method: 'DELETE',
  path: '/v2/account/deletion',
  ...own,
  summary: 'Cancel the closing',
  caller: 'signed-in',
  limits: ['change-account'],
  /** `renewsNoMore`: a renewal was cancelled, and stays so until it is resumed. */
  answer: z.object({ kept: z.boolean(), renewsNoMore: z.boolean() }),
});

export const exportAccount = route({
  method: 'GET',
  path: '/v2/account/export',
  ...own,
  summary: 'Export all own data as JSON',
  caller: 'signed-in',
  limits: ['download'],
  fresh: true,
  answer: z.file(),
  file: 'application/json',
});
