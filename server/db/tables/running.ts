import type { Generated } from 'kysely';
import type { Instant, Json, Nullable } from './column-types.ts';

export type RunningTables = {
  analyticsEvents: {
    messageId: string;
    type: 'track' | 'page' | 'identify';
    name: Nullable<string>;
    anonymousId: Nullable<string>;
    properties: Json<Record<string, unknown>>;
    receivedAt: Instant;
    forwardedAt: Nullable<Date>;
  };
  jobWorkers: { id: string; seenAt: Instant };
  sentMails: { messageId: string; template: string; userId: Nullable<string>; sentAt: Instant };
  clockOffset: { onlyRow: Generated<boolean>; aheadMs: number };
};
