/** One text message. `to` is E.164 with its plus; `body` is plain text. */
export type TextMessage = { to: string; body: string };

export type SmsRetryCause = 'connection' | 'timeout' | 'authentication' | 'provider_busy';
export type SmsRefusalCause =
  | 'number_invalid'
  | 'number_not_mobile'
  | 'number_unreachable'
  | 'recipient_opted_out'
  | 'message_refused';

/**
 * `retry`: may go through later; if the response was lost the message may have been sent, so a repeat can arrive twice.
 * `refused`: this message will never be accepted as it is.
 */
export type SmsOutcome =
  | { outcome: 'sent'; providerId: string }
  | { outcome: 'retry'; cause: SmsRetryCause }
  | { outcome: 'refused'; cause: SmsRefusalCause };

/** An accepted text was delivered, or will not be. */
export type TextReport = { providerId: string; fate: 'DELIVERED' | 'UNDELIVERED' };

export type SmsGateway = {
  send(message: TextMessage): Promise<SmsOutcome>;
  /** What the provider reports; `none`: nothing final. Null unless the provider signed it. */
  readReport(call: { signature: string; form: Readonly<Record<string, string>> }): TextReport | 'none' | null;
};
