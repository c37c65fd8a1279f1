import type { DisputeStatus } from '../disputes/dispute-record.ts';
import { decideDispute, findDispute } from '../disputes/disputes.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { expireCard, revokeAccount, updateCard } from '../vault/stored-methods.ts';
import { isTaken } from '../webhooks/webhooks.ts';
import type { PageOutcome } from './fault-texts.ts';

/** A tester's actions on disputes, stored methods and webhooks: what the form sends, and the button's text. */
export const disputeActions = {
  under_review: 'Put under review',
  disputed: 'Send to the bank',
  won: 'Won',
  lost: 'Lost',
  accepted: 'Accept',
  auto_accepted: 'Accept by rule',
  expired: 'Let it expire',
} as const satisfies Record<Exclude<DisputeStatus, 'open'>, string>;

export const methodActions = {
  expire: { text: 'Expire', act: expireCard, outcome: 'expired' },
  update: { text: 'Update by the updater', act: updateCard, outcome: 'updated' },
  revoke: { text: 'Revoke', act: revokeAccount, outcome: 'revoked' },
} as const;

export const webhookActions = { check: 'Send a check', hold: 'Hold webhooks', release: 'Release webhooks' } as const;

type ManualAction = (call: { context: GatewayContext; id: string; action: string }) => Promise<PageOutcome>;
type Subject = 'disputes' | 'stored-methods' | 'webhooks';

const isKey = <Key extends string>(table: Record<Key, unknown>, key: string): key is Key => Object.hasOwn(table, key);

/** Each returns its outcome; `refused` if the gateway no longer allows it. */
export const manualActions: Record<Subject, ManualAction> = {
  disputes: async ({ context, id, action }) => {
    const found = findDispute({ context, id });
    if (!found || !isKey(disputeActions, action)) return 'refused';
    return decideDispute({ context, ...found, status: action }) ? 'decided' : 'refused';
  },
  'stored-methods': async ({ context, id, action }) => {
    const method = context.store.paymentMethods.get(id);
    if (!method || !isKey(methodActions, action)) return 'refused';
    const { act, outcome } = methodActions[action];
    return act({ context, method }) ? outcome : 'refused';
  },
  webhooks: async ({ context, id, action }) => {
    if (action === 'check')
      context.webhooks.publish({ kind: 'check', about: context.merchantId, subject: { check: true } });
    if (action === 'hold' || action === 'release') context.webhooks.hold(action === 'hold');
    if (isKey(webhookActions, action)) return action === 'check' ? 'reported' : 'webhooks_changed';
    if (context.webhooks.url === null) return 'no_address';
    const sent = await context.webhooks.send(id);
    if (!sent) return 'refused';
    const last = sent.attempts.at(-1);
    return last && isTaken({ ...sent, attempts: [last] }) ? 'sent' : 'not_taken';
  },
};

export const subjects = Object.keys(manualActions) as [Subject, ...Subject[]];
