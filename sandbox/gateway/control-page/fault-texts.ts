import type { FaultKind, Operation } from '../faults.ts';

type FaultTexts = { title: string; does: string };

/** Every fault in words, in the order in which a tester tries them. */
export const faultTexts: Record<FaultKind, FaultTexts> = {
  decline: {
    title: 'Decline',
    does: 'The sale is declined (2000, do not honor), whatever the card. Other calls are not touched.',
  },
  'drop-before': {
    title: 'Lose the request',
    does: 'The line breaks before anything is done: nothing is charged, and no one is told.',
  },
  'drop-after': {
    title: 'Lose the answer',
    does: 'The call is carried out, then the line breaks: charged, and no one is told.',
  },
  '503': { title: 'Refuse with 503', does: 'Service unavailable, before anything is done.' },
  '429': { title: 'Refuse with 429', does: 'Too many requests, before anything is done.' },
  latency: { title: 'Answer late', does: 'The call waits as long as you set, then works.' },
  garbage: { title: 'Answer with garbage', does: 'The call is carried out; its answer cannot be read.' },
  cut: { title: 'Cut the answer', does: 'The call is carried out; half of its answer arrives.' },
};

export const operationLabels: Record<Operation, string> = {
  sale: 'Sale',
  search: 'Search for a sale',
  find: 'Read a transaction',
  void: 'Void',
  refund: 'Refund',
  submit_for_settlement: 'Submit for settlement',
  settlement: 'Settle',
  client_token: 'Client token (the card fields of a page)',
  client_api: 'Card or wallet given by the browser',
  authentication: '3-D Secure asked by the browser',
  customer: 'Customer',
  payment_method: 'Stored payment method',
  nonce: 'Nonce',
  verification: 'Verification of a card',
  dispute: 'Dispute',
};

/** The outcome of a button on the page. */
export const outcomeTexts = {
  armed: 'Fault set. It happens to the next calls that match.',
  cleared: 'No faults set.',
  moved: 'The clock was moved.',
  settled: 'The sale was settled.',
  settlement_declined: 'The settlement was declined: the money is returned to the customer.',
  voided: 'The sale was voided.',
  refunded: 'The sale was refunded.',
  disputed: 'A dispute was opened: the bank reversed the payment.',
  decided: 'The dispute has moved on.',
  expired: 'The card is past its last month: charging it is declined.',
  updated: 'The bank sent a new card, and the updater reported it.',
  revoked: 'The permission was withdrawn: charging the account is declined.',
  reported: 'A webhook was created for it.',
  sent: 'The webhook was sent and accepted.',
  not_taken: 'The webhook was sent, but not accepted: its row shows the answer.',
  no_address: 'No address is set (SANDBOX_WEBHOOK_URL), so nothing was sent.',
  webhooks_changed: 'Changed, for new webhooks and those not accepted yet.',
  refused: 'The gateway refused that. The transaction has changed in the meantime: check the table.',
} as const;
export type PageOutcome = keyof typeof outcomeTexts;
