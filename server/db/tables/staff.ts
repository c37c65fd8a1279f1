import type { Instant, Nullable } from './column-types.ts';

export type StaffTables = {
  staffSessions: {
    id: string;
    tokenHash: Buffer;
    subject: string;
    name: string;
    roles: string[];
    createdAt: Instant;
    lastSeenAt: Instant;
    expiresAt: Instant;
  };
  staffActions: {
    number: number;
    at: Instant;
    actor: string;
    actorName: string;
    action: string;
    reason: string;
    userId: Nullable<string>;
    subject: Nullable<string>;
    inputs: Nullable<string>;
    proposedBy: Nullable<string>;
    proposedByName: Nullable<string>;
    requestKey: Nullable<string>;
    requestHash: Nullable<Buffer>;
    hash: Buffer;
  };
  staffReads: {
    id: string;
    at: Instant;
    actor: string;
    actorName: string;
    role: string;
    userId: Nullable<string>;
    kind: 'PAGE' | 'SEARCH' | 'QUESTION_RIGHT' | 'QUESTION_WRONG';
  };
  staffProposals: {
    id: string;
    action: string;
    userId: Nullable<string>;
    subject: Nullable<string>;
    inputs: Nullable<string>;
    reason: string;
    proposedBy: string;
    proposedByName: string;
    proposedAt: Instant;
    expiresAt: Instant;
    state: 'OPEN' | 'CONFIRMED' | 'DECLINED';
    decidedBy: Nullable<string>;
    decidedByName: Nullable<string>;
    decidedAt: Nullable<Date>;
    requestKey: Nullable<string>;
    requestHash: Nullable<Buffer>;
  };
};
