import { m } from '#messages/messages.js';

type Locale = 'en' | 'es';
type Text = (inputs: Record<string, never>, options: { locale?: Locale }) => string;

/**
 * Texts of the list of changes to an account: never from what, to what, or why, because others may read over the
 * owner's shoulder. `mail`: how the owner is notified at once. `change`: by the common mail; `own`: by a mail queued
 * with the change.
 */
export const activityKinds = {
  EMAIL_CHANGED: { text: m.activity_email_changed, mail: 'change' },
  EMAIL_FREED: { text: m.activity_email_freed, mail: 'own' },
  EMAIL_CHANGE_UNDONE: { text: m.activity_email_change_undone, mail: 'change' },
  CHANGE_UNDONE: { text: m.activity_change_undone, mail: 'own' },
  PHONE_CHANGED: { text: m.activity_phone_changed, mail: 'change' },
  ADDRESS_CHANGED: { text: m.activity_address_changed, mail: 'change' },
  NAME_CHANGED: { text: m.activity_name_changed, mail: 'change' },
  TIME_ZONE_CHANGED: { text: m.activity_time_zone_changed, mail: 'change' },
  USERNAME_CHANGED: { text: m.activity_username_changed, mail: 'change' },
  LANGUAGE_CHANGED: { text: m.activity_language_changed, mail: 'change' },
  SECURITY_CHANGED: { text: m.activity_security_changed, mail: 'change' },
  PASSWORD_CHANGED: { text: m.activity_password_changed, mail: 'own' },
  PASSKEY_ADDED: { text: m.activity_passkey_added, mail: 'change' },
  PASSKEY_REMOVED: { text: m.activity_passkey_removed, mail: 'change' },
  TOTP_ADDED: { text: m.activity_totp_added, mail: 'change' },
  TOTP_REMOVED: { text: m.activity_totp_removed, mail: 'change' },
  RECOVERY_CODES_MADE: { text: m.activity_recovery_codes_made, mail: 'change' },
  FACTOR_RESET_ASKED: { text: m.activity_factor_reset_asked, mail: 'own' },
  FACTOR_RESET_STOPPED: { text: m.activity_factor_reset_stopped, mail: 'change' },
  FACTOR_RESET_DONE: { text: m.activity_factor_reset_done, mail: 'change' },
  NEW_DEVICE_SIGN_IN: { text: m.activity_new_device_sign_in, mail: 'change' },
  SIGNED_OUT_EVERYWHERE: { text: m.activity_signed_out_everywhere, mail: 'change' },
  INVITE_SENT: { text: m.activity_invite_sent, mail: 'change' },
  INVITE_TIMED: { text: m.activity_invite_timed, mail: 'change' },
  INVITE_ADDRESS_CORRECTED: { text: m.activity_invite_address_corrected, mail: 'change' },
  INVITE_WITHDRAWN: { text: m.activity_invite_withdrawn, mail: 'change' },
  REACH_CHANGED: { text: m.activity_reach_changed, mail: 'change' },
  INVOICE_ADDRESS_SET: { text: m.activity_invoice_address_set, mail: 'change' },
  INVOICE_ADDRESS_REMOVED: { text: m.activity_invoice_address_removed, mail: 'change' },
  CALENDAR_FEED_MADE: { text: m.activity_calendar_feed_made, mail: 'change' },
  CALENDAR_FEED_REMOVED: { text: m.activity_calendar_feed_removed, mail: 'change' },
  PROOF_ISSUED: { text: m.activity_proof_issued, mail: 'change' },
  PROOF_WITHDRAWN: { text: m.activity_proof_withdrawn, mail: 'change' },
  CLOSING_ASKED: { text: m.activity_closing_asked, mail: 'own' },
  ACCOUNT_KEPT: { text: m.activity_account_kept, mail: 'change' },
} as const satisfies Record<string, { text: Text; mail: 'change' | 'own' }>;

export type ActivityKind = keyof typeof activityKinds;

export function isActivityKind(value: string): value is ActivityKind {
  return Object.hasOwn(activityKinds, value);
}

/** "Changed your email address": in the given language, or else in the page's. */
export function activityText(kind: ActivityKind, language?: Locale): string {
  return activityKinds[kind].text({}, language ? { locale: language } : {});
}
