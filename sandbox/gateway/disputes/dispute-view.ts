import { accountView } from '../merchant-accounts.ts';
import type { TransactionRecord } from '../records.ts';
import { formatAmount } from '../transactions/amounts.ts';
import { list, type XmlValue } from '../xml.ts';
import type { DisputeRecord, EvidenceRecord } from './dispute-record.ts';

type Fields = { [key: string]: XmlValue };

const reasonDescriptions: Record<string, string> = {
  fraud: 'Fraud',
  product_not_received: 'Merchandise/services not received',
  cancelled_recurring_transaction: 'Cancelled recurring transaction',
};

/** A dispute in the SDK's format, in responses and webhooks. */
export function disputeView({
  transaction,
  dispute,
}: {
  transaction: TransactionRecord;
  dispute: DisputeRecord;
}): Fields {
  const wonAt = dispute.history.find(({ status }) => status === 'won')?.at;
  return {
    id: dispute.id,
    kind: dispute.kind,
    status: dispute.status,
    reason: dispute.reason,
    reason_code: dispute.reasonCode,
    reason_description: reasonDescriptions[dispute.reason] ?? null,
    amount: formatAmount(dispute.amountCents),
    amount_disputed: formatAmount(dispute.amountCents),
    amount_won: formatAmount(dispute.amountWonCents),
    ...accountView(transaction.merchantAccountId),
    case_number: dispute.caseNumber,
    reference_number: dispute.caseNumber,
    original_dispute_id: null,
    processor_comments: null,
    chargeback_protection_level: 'not_protected',
    received_date: dispute.receivedDate,
    reply_by_date: dispute.replyByDate,
    date_opened: dispute.receivedDate,
    date_won: wonAt?.slice(0, 10) ?? null,
    created_at: new Date(dispute.createdAt),
    updated_at: new Date(dispute.updatedAt),
    evidence: list('evidence', dispute.evidence.map(evidenceView)),
    status_history: list(
      'status_history',
      dispute.history.map(({ status, at }) => ({
        status,
        timestamp: new Date(at),
        effective_date: at.slice(0, 10),
        disbursement_date: null,
      })),
    ),
    transaction: {
      id: transaction.id,
      amount: formatAmount(transaction.amountCents),
      created_at: new Date(transaction.createdAt),
      order_id: transaction.orderId,
      payment_instrument_subtype: 'cardType' in transaction.instrument ? transaction.instrument.cardType : null,
      purchase_order_number: null,
    },
  };
}

export function evidenceView(evidence: EvidenceRecord): Fields {
  return {
    id: evidence.id,
    comment: evidence.comment,
    category: evidence.category,
    sequence_number: evidence.sequenceNumber,
    url: evidence.documentId && `https://files.example/${evidence.documentId}`,
    created_at: new Date(evidence.createdAt),
    sent_to_processor_at: evidence.sentToProcessorAt && new Date(evidence.sentToProcessorAt),
  };
}
