import * as z from 'zod/mini';
import { id } from '../fields/fields.ts';
import { subscriptionView } from './account.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/**
 * The cancel link of a mail: its token is after `#` there and a header here. The only personal data that it shows is
 * the first name of a co-parent whose plan it is.
 */
const renewalHeaders = z.extend(publicHeaders, {
  'x-renewal-token': z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/)),
});
const params = z.object({ subscriptionId: id });

export const linkedRenewal = z.pick(subscriptionView, {
  planName: true,
  state: true,
  periodEnd: true,
  renewal: true,
  renewsTo: true,
  autoRenew: true,
  needsMethod: true,
  waiting: true,
  stillCharged: true,
});

export const readRenewal = route({
  method: 'GET',
  path: '/v2/renewals/:subscriptionId',
  tag: 'Renewals',
  summary: 'Get the renewal of a mailed link',
  caller: 'renewal-link',
  limits: ['use-token'],
  params,
  headers: renewalHeaders,
  answer: linkedRenewal,
});

export const changeRenewalByLink = route({
  method: 'PUT',
  path: '/v2/renewals/:subscriptionId',
  tag: 'Renewals',
  summary: 'Cancel a renewal, or resume it',
  caller: 'renewal-link',
  limits: ['use-token'],
  errors: ['CONFLICT', 'PAYMENT_DISPUTED', 'ACCOUNT_FROZEN'],
  params,
  headers: renewalHeaders,
  body: z.object({ autoRenew: z.boolean() }),
  answer: linkedRenewal,
});

export const tryRenewal = route({
  method: 'POST',
  path: '/v2/account/subscriptions/:subscriptionId/renewal/tries',
  tag: 'Account',
  summary: 'Try a declined renewal now',
  caller: 'parent',
  limits: ['pay'],
  errors: ['CHARGES_SUSPENDED', 'CONFLICT', 'PAYMENT_DISPUTED', 'PAYMENT_IN_PROGRESS', 'VALIDATION'],
  params,
  headers: publicHeaders,
  /** The outcome is in the subscription once the bank has answered. */
  answer: z.object({ triesNow: z.literal(true) }),
});
