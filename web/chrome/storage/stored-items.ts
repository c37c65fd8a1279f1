import { rememberedDays } from '#contract/sign-in/remembered-sign-in.ts';
import { m } from '#messages/messages.js';

/**
 * What is stored on a device, by whether it is necessary. The texts are functions, so that they follow the language.
 */
type StoredItem = { name: string; what: () => string; howLong: () => string };

export const neededItems: readonly StoredItem[] = [
  {
    name: 'session, signed_in',
    what: m.storage_session,
    howLong: () => m.storage_session_long({ days: rememberedDays }),
  },
  {
    name: 'app-login, app-login-step, app-login-resume',
    what: m.storage_app_login,
    howLong: m.storage_app_login_long,
  },
  { name: 'device', what: m.storage_device, howLong: m.storage_180_days },
  { name: 'address-proof', what: m.storage_address_proof, howLong: m.storage_address_proof_long },
  { name: 'invite', what: m.storage_invite, howLong: m.storage_invite_long },
  { name: 'recovery', what: m.storage_recovery, howLong: m.storage_recovery_long },
  { name: 'language', what: m.storage_language, howLong: m.storage_year },
  { name: 'join-session, professional-sign-up', what: m.storage_sign_up, howLong: m.storage_tab },
  {
    name: 'return-to, credentials-token, renewal-link, fee-waiver, payment-key, banner-seen, ownership-claim, reset-key',
    what: m.storage_doing,
    howLong: m.storage_tab,
  },
  { name: 'left', what: m.storage_left, howLong: m.storage_left_long },
  { name: 'storage_consent', what: m.storage_answer, howLong: m.storage_180_days },
  { name: 'Braintree', what: m.storage_payment, howLong: m.storage_partner_long },
];

export const optionalItems: readonly StoredItem[] = [
  { name: 'anonymous_id', what: m.storage_number, howLong: m.storage_180_days },
  { name: 'analytics-events', what: m.storage_events, howLong: m.storage_tab },
  { name: 'affiliate', what: m.storage_affiliate, howLong: m.storage_partner_long },
];
