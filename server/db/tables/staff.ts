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
    userId: string;
    subject: Nullable<string>;
    hash: Buffer;
  };
};
