import * as z from 'zod/mini';
import { child, maxChildren } from '../family.ts';
import type { FieldErrorCode } from '../field-errors.ts';
import { cents, id, name } from '../fields.ts';
import { coParentEmail } from './co-parent-email.ts';
import { languages, publicHeaders } from './headers.ts';
import { paymentMethodView } from './payment-methods.ts';
import { receipt } from './payments.ts';
import { route } from './route.ts';

/**
 * The account of whoever is signed in. Nobody names a person here: it is always one's own. Amounts are integer US
 * cents.
 */
const code = (value: FieldErrorCode): FieldErrorCode => value;
const money = { amount: cents, amountFormatted: z.string() };

/** A renewal that its payer goes on being charged for. `heldBy`: null where it is the payer's own. */
export const stillCharged = z.object({
  heldBy: z.nullable(z.string()),
  amountFormatted: z.string(),
  date: z.iso.date(),
});
export type StillCharged = z.output<typeof stillCharged>;

export const subscriptionView = z.object({
  id,
  /** Null: one's own. Otherwise first name of the co-parent it is paid for. */
  heldBy: z.nullable(z.string()),
  /** Null: paid by oneself. Otherwise who pays. */
  paidBy: z.nullable(z.string()),
  planName: z.string(),
  options: z.array(z.string()),
  state: z.enum(['CURRENT', 'LAPSED', 'REFUNDED']),
  autoRenew: z.boolean(),
  /** Day on which it renews or ends; after an end, the day it ended. */
  periodEnd: z.iso.date(),
  /** What the next year costs; null when nothing will be charged to oneself. */
  renewal: z.nullable(z.object(money)),
  /**
   * It renews at one's own cost, and nothing is stored that it could be charged to. False once it was tried: then it is
   * `waiting`.
   */
  needsMethod: z.boolean(),
  /**
   * A renewal that was declined: when it is tried again (null: not with this method) and when it ends if nothing
   * changes.
   */
  waiting: z.nullable(z.object({ retryOn: z.nullable(z.iso.date()), endsOn: z.iso.date() })),
  /** Where this one does not renew at one's own cost: what does. */
  stillCharged: z.array(stillCharged),
  mayUpgrade: z.boolean(),
  /** A cancelled renewal that may still be taken back: only while the term lasts. */
  mayResume: z.boolean(),
  mayRestart: z.boolean(),
});
export type SubscriptionView = z.output<typeof subscriptionView>;

export const receiptItem = z.object({
  orderId: id,
  purpose: z.enum(['SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE']),
  /** Day of the payment, where the payer lives. */
  date: z.iso.date(),
  planName: z.string(),
  total: cents,
  totalFormatted: z.string(),
  /** Given back so far. */
  refunded: cents,
  refundedFormatted: z.string(),
});
export type ReceiptItem = z.output<typeof receiptItem>;

const deletion = z.nullable(z.object({ closesOn: z.iso.date() }));

/** The other parent as far as one may know: whether they have joined, not what they do. */
export const coParentStates = ['NOT_INVITED', 'INVITED', 'JOINED', 'CLOSED'] as const;
const coParentView = z.nullable(z.object({ firstName: z.string(), state: z.enum(coParentStates) }));

export const readAccount = route({
  method: 'GET',
  path: '/v2/account',
  tag: 'Account',
  summary: 'Plan, co-parent and latest receipts at a glance',
  headers: publicHeaders,
  answer: z.object({
    firstName: z.string(),
    subscription: z.nullable(subscriptionView),
    coParent: coParentView,
    receipts: z.array(receiptItem),
    deletion,
  }),
});

export const readBilling = route({
  method: 'GET',
  path: '/v2/account/billing',
  tag: 'Account',
  summary: 'Subscriptions, payment method, receipts and what may be refunded',
  headers: publicHeaders,
  answer: z.object({
    subscriptions: z.array(subscriptionView),
    paymentMethod: z.nullable(paymentMethodView),
    /** Country of the billing address, for the card fields. */
    country: z.nullable(z.string()),
    receipts: z.array(receiptItem),
    /** The first payment, while it can be had back. `kept`: what was paid for the other parent, which stays. */
    refund: z.nullable(z.object({ ...money, until: z.iso.date(), kept: cents, keptFormatted: z.string() })),
    /**
     * Money that was promised back. `RETRYING`: it was refused and is tried again. `FAILED`: it was refused for good,
     * and a person sends it.
     */
    refunds: z.array(
      z.object({ ...money, requestedAt: z.iso.datetime(), state: z.enum(['SENDING', 'RETRYING', 'FAILED']) }),
    ),
    deletion,
  }),
});
export type Billing = z.output<typeof readBilling.answer>;

export const readReceipt = route({
  method: 'GET',
  path: '/v2/account/receipts/:orderId',
  tag: 'Account',
  summary: 'One receipt',
  params: z.object({ orderId: id }),
  headers: publicHeaders,
  answer: z.object({
    receipt,
    purpose: receiptItem.shape.purpose,
    refunded: cents,
    refundedFormatted: z.string(),
    billedTo: z.array(z.string()),
  }),
});

export const changeRenewal = route({
  method: 'PUT',
  path: '/v2/account/subscriptions/:subscriptionId/renewal',
  tag: 'Account',
  summary: 'Cancel the renewal, or take the cancellation back',
  params: z.object({ subscriptionId: id }),
  headers: publicHeaders,
  body: z.object({ autoRenew: z.boolean() }),
  answer: z.object({ autoRenew: z.boolean(), periodEnd: z.iso.date() }),
});

export const requestRefund = route({
  method: 'POST',
  path: '/v2/account/refund',
  tag: 'Account',
  summary: 'Have the first payment back in full, which ends the subscription',
  headers: publicHeaders,
  answer: z.object(money),
});

export const readFamily = route({
  method: 'GET',
  path: '/v2/account/family',
  tag: 'Account',
  summary: 'Children and co-parent',
  headers: publicHeaders,
  answer: z.object({
    /** Of the children, whom both parents edit: sent with the next save. */
    version: z.int(),
    children: z.array(child),
    /** Names may be edited until the co-parent has joined: then they are the co-parent's own. */
    coParent: z.nullable(
      z.object({ firstName: z.string(), lastName: z.string(), state: z.enum(coParentStates), mayEdit: z.boolean() }),
    ),
  }),
});

export const familyEdit = z.object({
  /**
   * What was read: a list that somebody else has changed since is not replaced unseen (CONFLICT). Null replaces
   * whatever is there.
   */
  version: z._default(z.nullable(z.int()), null),
  children: z.array(child).check(z.minLength(1, code('required')), z.maxLength(maxChildren, code('children_limit'))),
  coParent: z._default(z.nullable(z.object({ firstName: name, lastName: name })), null),
});

export const editFamily = route({
  method: 'PUT',
  path: '/v2/account/family',
  tag: 'Account',
  summary: "Edit the children, and the co-parent's name until they have joined",
  headers: publicHeaders,
  body: familyEdit,
  answer: readFamily.answer,
});

export const addOwnCoParentEmail = route({
  method: 'POST',
  path: '/v2/account/co-parent-email',
  tag: 'Account',
  summary: 'Add the co-parent email that was not known, once, and send the invite',
  headers: publicHeaders,
  body: coParentEmail,
  answer: readFamily.answer,
});

export const changeLanguage = route({
  method: 'PUT',
  path: '/v2/account/language',
  tag: 'Account',
  summary: 'Language of mails and receipts',
  headers: publicHeaders,
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
      /** Terms and renewal end with the account or the subscription; the others by a word. */
      mayChange: z.boolean(),
    }),
  ),
});

export const readConsents = route({
  method: 'GET',
  path: '/v2/account/consents',
  tag: 'Account',
  summary: 'What one has agreed to, the latest word on each',
  headers: publicHeaders,
  answer: consents,
});

export const changeConsent = route({
  method: 'PUT',
  path: '/v2/account/consents',
  tag: 'Account',
  summary: 'Give or withdraw a consent; the earlier one stays on record',
  headers: publicHeaders,
  body: z.object({ kind: z.enum(['MARKETING', 'CO_PARENT_FLAG']), given: z.boolean() }),
  answer: consents,
});

export const requestDeletion = route({
  method: 'POST',
  path: '/v2/account/deletion',
  tag: 'Account',
  summary: 'Ask for the account to be closed in 30 days',
  headers: publicHeaders,
  answer: z.object({ closesOn: z.iso.date() }),
});

export const keepAccount = route({
  method: 'DELETE',
  path: '/v2/account/deletion',
  tag: 'Account',
  summary: 'Take that back',
  headers: publicHeaders,
  answer: z.object({ kept: z.boolean() }),
});
