import * as z from 'zod/mini';
import { route } from './route.ts';

/** Called by other companies' servers, which send none of our headers. */
const own = {
  path: '/webhooks/braintree',
  tag: 'Webhooks',
  caller: 'anyone',
  limits: ['report-payment-events'],
} as const;

/**
 * Retried for a day until it gets a 2xx. Not critical: everybody can call it, and what is refused under overload is
 * retried.
 */
export const receiveBraintreeNotification = route({
  ...own,
  method: 'POST',
  summary: 'Receive a Braintree notification',
  signedForm: true,
  body: z.object({ bt_signature: z.string().check(z.minLength(1)), bt_payload: z.string().check(z.minLength(1)) }),
  answer: z.object({ received: z.literal(true) }),
});

export const answerBraintreeChallenge = route({
  ...own,
  method: 'GET',
  summary: "Answer Braintree's check of the webhook address",
  query: z.object({ bt_challenge: z.string().check(z.regex(/^[a-f0-9]{20,32}$/)) }),
  answer: z.string(),
  file: 'text/plain',
});

/** Retried for some hours until it gets a 2xx. */
export const receiveTextReport = route({
  method: 'POST',
  path: '/webhooks/twilio',
  tag: 'Webhooks',
  caller: 'anyone',
  limits: ['report-text-events'],
  summary: "Receive Twilio's signed report on a text message",
  signedForm: true,
  body: z.record(z.string(), z.string()),
  answer: z.object({ received: z.literal(true) }),
});

/** Mail providers that send our mail and report its delivery, if configured. */
export const mailProviders = ['sendgrid'] as const;
export type MailProvider = (typeof mailProviders)[number];

/** Retried for a day until it gets a 2xx. */
export const receiveMailReports = route({
  method: 'POST',
  path: '/webhooks/mail/:provider',
  tag: 'Webhooks',
  caller: 'anyone',
  limits: ['report-mail-events'],
  summary: "Receive a mail provider's signed reports",
  maxBodyBytes: 1024 * 1024,
  params: z.object({ provider: z.enum(mailProviders) }),
  /** The raw JSON: its signature covers these bytes. */
  body: z.string(),
  answer: z.object({ received: z.literal(true) }),
});
