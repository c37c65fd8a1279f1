export type DisputeStatus =
  | 'open'
  | 'under_review'
  | 'disputed'
  | 'won'
  | 'lost'
  | 'accepted'
  | 'auto_accepted'
  | 'expired';

export type EvidenceRecord = {
  id: string;
  comment: string | null;
  /** Id of an uploaded document. */
  documentId: string | null;
  category: string | null;
  sequenceNumber: number | null;
  createdAt: string;
  sentToProcessorAt: string | null;
};

/** `retrieval`: the bank only requests information. `pre_arbitration`: a second round after the merchant had won. */
export const disputeKinds = ['chargeback', 'retrieval', 'pre_arbitration'] as const;
export type DisputeKind = (typeof disputeKinds)[number];

/** A disputed sale. Stored with the sale. */
export type DisputeRecord = {
  id: string;
  kind: DisputeKind;
  caseNumber: string;
  status: DisputeStatus;
  reason: string;
  reasonCode: string;
  amountCents: number;
  amountWonCents: number;
  /** Days, `2026-11-23`. */
  receivedDate: string;
  replyByDate: string;
  evidence: EvidenceRecord[];
  history: { status: DisputeStatus; at: string }[];
  createdAt: string;
  updatedAt: string;
};

/** Metadata of an uploaded evidence file, without its content. */
export type DocumentUploadRecord = {
  id: string;
  kind: string;
  name: string;
  contentType: string;
  size: number;
  createdAt: string;
};
