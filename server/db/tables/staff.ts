import type { Instant } from './column-types.ts';

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
};
