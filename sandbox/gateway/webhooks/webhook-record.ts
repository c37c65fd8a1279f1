/** The reports of the sandbox, by the SDK's names. */
export const webhookKinds = [
  'check',
  'transaction_settled',
  'transaction_settlement_declined',
  'refund_failed',
  'payment_method_revoked_by_customer',
  'account_updater_daily_report',
  'dispute_opened',
  'dispute_under_review',
  'dispute_disputed',
  'dispute_won',
  'dispute_lost',
  'dispute_accepted',
  'dispute_auto_accepted',
  'dispute_expired',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export type WebhookRecord = {
  id: string;
  kind: WebhookKind;
  /** Id of its subject. */
  about: string;
  /** Base64 of the notification, with the line break that is signed too. */
  payload: string;
  createdAt: string;
  /** `status` null: no response. */
  attempts: { at: string; status: number | null }[];
};
