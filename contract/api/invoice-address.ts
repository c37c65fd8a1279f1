import * as z from 'zod/mini';
import { email } from '../fields/fields.ts';
import { bearerHeaders, publicHeaders } from './headers.ts';
import { route } from './route.ts';

const own = {
  path: '/v2/account/invoice-address',
  tag: 'Account',
  caller: 'signed-in',
  headers: publicHeaders,
} as const;

/**
 * `WAITING`: its reader has not agreed yet. `STOPPED`: mails to it are refused, by its reader or by its server; which
 * of them, and any earlier refusal, is told to nobody.
 */
const address = z.object({ email: z.string(), state: z.enum(['WAITING', 'IN_USE', 'STOPPED']) });
export type InvoiceAddress = z.output<typeof address>;
const answer = z.object({ address: z.nullable(address) });

export const readInvoiceAddress = route({
  method: 'GET',
  ...own,
  summary: 'Get the second address for invoices and credit notes',
  limits: ['read'],
  answer,
});

/** Needs a fresh sign-in, because invoices show where their payer lives. */
export const setInvoiceAddress = route({
  method: 'PUT',
  ...own,
  summary:
    'Name a second address for invoices and credit notes, in place of an earlier one, and mail its reader a link',
  fresh: true,
  limits: ['change-account'],
  body: z.object({ email }),
  answer,
});

export const removeInvoiceAddress = route({
  method: 'DELETE',
  ...own,
  summary: 'Remove the second address: nothing more is sent to it',
  limits: ['change-account'],
  answer: z.object({ removed: z.literal(true) }),
});

/** For readers of second addresses, who need no account. They refuse by `PUT /v2/invite-stop`. */
export const agreeToInvoices = route({
  method: 'POST',
  path: '/v2/invoice-address-agreements',
  tag: 'Account',
  summary: 'Agree to get the invoices and credit notes of whoever named this mailbox, by the mailed link',
  caller: 'invoice-address-link',
  limits: ['use-token'],
  headers: bearerHeaders,
  answer: z.object({ agreed: z.literal(true) }),
});
