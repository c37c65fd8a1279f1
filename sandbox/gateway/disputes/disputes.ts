import type { GatewayContext, Refused } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import { record } from '../ledger.ts';
import { type Params, section, text } from '../params.ts';
import type { TransactionRecord } from '../records.ts';
import { allTransactions } from '../transactions/transactions.ts';
import { validationError } from '../validation-errors.ts';
import type { WebhookKind } from '../webhooks/webhook-record.ts';
import type { DisputeKind, DisputeRecord, DisputeStatus, EvidenceRecord } from './dispute-record.ts';
import { disputeView } from './dispute-view.ts';

const replyDays = 10;
const dayMs = 24 * 60 * 60 * 1000;
const reasonCodesByAmount: Record<number, string> = { 83_00: '83', 10_40: '1040', 13_10: '1310', 70_30: '7030' };

/** A dispute with its sale. */
export type Disputed = { transaction: TransactionRecord; dispute: DisputeRecord };
type Change = Disputed & { context: GatewayContext };
/** `wonCents`: the amount won by the merchant; by default all of it. */
type Decision = Change & { wonCents?: number | undefined };

/** The payer's bank takes money back and asks the merchant to respond; with a retrieval it only asks. */
export function openDispute({
  context,
  transaction,
  reason = 'fraud',
  kind = 'chargeback',
  amountCents = transaction.amountCents,
}: {
  context: GatewayContext;
  transaction: TransactionRecord;
  reason?: string;
  kind?: DisputeKind;
  amountCents?: number;
}): Disputed {
  const now = context.clock.now();
  const dispute: DisputeRecord = {
    id: newId(16),
    kind,
    caseNumber: `CB${newId(8).toUpperCase()}`,
    status: 'open',
    reason,
    reasonCode: reasonCodesByAmount[transaction.amountCents] ?? '83',
    amountCents,
    amountWonCents: 0,
    receivedDate: dayOf(now),
    replyByDate: dayOf(new Date(now.getTime() + replyDays * dayMs)),
    evidence: [],
    history: [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
  if (kind !== 'retrieval') record({ context, kind: 'dispute', transaction, amountCents });
  return moveDispute({ context, transaction, dispute, status: 'open' });
}

const webhookKinds: Record<DisputeStatus, WebhookKind> = {
  open: 'dispute_opened',
  under_review: 'dispute_under_review',
  disputed: 'dispute_disputed',
  won: 'dispute_won',
  lost: 'dispute_lost',
  accepted: 'dispute_accepted',
  auto_accepted: 'dispute_auto_accepted',
  expired: 'dispute_expired',
};

/** The statuses from which a dispute may reach a status. */
const sources: Record<Exclude<DisputeStatus, 'open'>, readonly DisputeStatus[]> = {
  under_review: ['open', 'disputed'],
  disputed: ['open', 'under_review'],
  won: ['open', 'disputed', 'under_review'],
  lost: ['open', 'disputed', 'under_review'],
  accepted: ['open'],
  auto_accepted: ['open'],
  expired: ['open'],
};

/** The statuses that the bank, or a tester in its place, can set now. */
export function nextStatuses({ status }: DisputeRecord): Exclude<DisputeStatus, 'open'>[] {
  return (Object.keys(sources) as (keyof typeof sources)[]).filter((next) => sources[next].includes(status));
}

/** Moves a dispute, records the movement of money, and reports it. Null if the transition is invalid. */
export function decideDispute(change: Decision & { status: Exclude<DisputeStatus, 'open'> }): Disputed | null {
  return sources[change.status].includes(change.dispute.status) ? moveDispute(change) : null;
}

function moveDispute({
  context,
  transaction,
  dispute,
  status,
  wonCents = dispute.amountCents,
}: Decision & { status: DisputeStatus }): Disputed {
  const at = context.clock.now().toISOString();
  const isWon = status === 'won';
  const moved: DisputeRecord = {
    ...dispute,
    status,
    amountWonCents: isWon ? Math.min(wonCents, dispute.amountCents) : dispute.amountWonCents,
    history: [...dispute.history, { status, at }],
    updatedAt: at,
  };
  if (isWon && dispute.kind !== 'retrieval')
    record({ context, kind: 'dispute_won', transaction, amountCents: moved.amountWonCents });
  const stored = storeDispute({ context, transaction, dispute: moved });
  context.webhooks.publish({
    kind: webhookKinds[status],
    about: transaction.id,
    subject: { dispute: disputeView(stored) },
  });
  return stored;
}

function storeDispute({ context, transaction, dispute }: Change): Disputed {
  const others = (transaction.disputes ?? []).filter(({ id }) => id !== dispute.id);
  const updated: TransactionRecord = { ...transaction, disputes: [...others, dispute] };
  context.store.transactions.put(updated.id, updated);
  return { transaction: updated, dispute };
}

/** All current disputes: an unanswered one has expired. Newest first. */
export function allDisputes(context: GatewayContext): Disputed[] {
  const today = dayOf(context.clock.now());
  return allTransactions(context)
    .flatMap((transaction) => (transaction.disputes ?? []).map(({ id }) => ({ transactionId: transaction.id, id })))
    .flatMap(({ transactionId, id }) => {
      const transaction = context.store.transactions.get(transactionId);
      const dispute = transaction?.disputes?.find((each) => each.id === id);
      if (!transaction || !dispute) return [];
      const found = { transaction, dispute };
      const isLate = dispute.status === 'open' && dispute.replyByDate < today;
      return [isLate ? moveDispute({ context, ...found, status: 'expired' }) : found];
    })
    .toSorted((one, other) => (one.dispute.createdAt < other.dispute.createdAt ? 1 : -1));
}

export function findDispute({ context, id }: { context: GatewayContext; id: string }): Disputed | undefined {
  return allDisputes(context).find(({ dispute }) => dispute.id === id);
}

/** Accepts it: the money stays with the payer. */
export function acceptDispute(change: Change): Disputed | Refused {
  return change.dispute.status === 'open' ? moveDispute({ ...change, status: 'accepted' }) : refused('95704');
}

export function addEvidence({
  context,
  transaction,
  dispute,
  params,
}: Change & { params: Params }): { evidence: EvidenceRecord } | Refused {
  if (dispute.status !== 'open') return refused('95701');
  const fields = section(params, 'evidence');
  const sequence = text(fields, 'sequence_number');
  const evidence: EvidenceRecord = {
    id: newId(16),
    comment: text(fields, 'comments'),
    documentId: text(fields, 'document_upload_id'),
    category: text(fields, 'category'),
    sequenceNumber: sequence === null ? null : Number(sequence),
    createdAt: context.clock.now().toISOString(),
    sentToProcessorAt: null,
  };
  storeDispute({ context, transaction, dispute: { ...dispute, evidence: [...dispute.evidence, evidence] } });
  return { evidence };
}

export function removeEvidence({
  context,
  transaction,
  dispute,
  evidenceId,
}: Change & { evidenceId: string }): Disputed | Refused | null {
  if (!dispute.evidence.some(({ id }) => id === evidenceId)) return null;
  if (dispute.status !== 'open') return refused('95702');
  const evidence = dispute.evidence.filter(({ id }) => id !== evidenceId);
  return storeDispute({ context, transaction, dispute: { ...dispute, evidence } });
}

/** Evidence texts that decide a dispute at once: the gateway's own test triggers. */
const decidingEvidence: Record<string, 'won' | 'lost'> = { compelling_evidence: 'won', losing_evidence: 'lost' };

/** Sends the evidence to the bank, which responds later, or at once if the evidence is a test trigger. */
export function finalizeDispute({ context, transaction, dispute }: Change): Disputed | Refused {
  if (dispute.status !== 'open') return refused('95705');
  const at = context.clock.now().toISOString();
  const sent = { ...dispute, evidence: dispute.evidence.map((each) => ({ ...each, sentToProcessorAt: at })) };
  const disputed = moveDispute({ context, transaction, dispute: sent, status: 'disputed' });
  const status = sent.evidence.map(({ comment }) => decidingEvidence[comment?.trim() ?? '']).find(Boolean);
  return status ? moveDispute({ context, ...disputed, status }) : disputed;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function refused(code: string): Refused {
  return { errors: [validationError('dispute', 'status', code)] };
}
