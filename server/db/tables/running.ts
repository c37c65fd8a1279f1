import type { Generated } from 'kysely';
import type { Instant, Json, Nullable, NullableJson } from './column-types.ts';

type Reported = 'SOFT' | 'HARD' | 'COMPLAINT';

/** `UNSAFE`: they may not be texted. `NOT_TAKEN`: by the provider so far; it is tried again. */
export type TextFate = 'SENT' | 'REFUSED' | 'UNSAFE' | 'SWITCHED_OFF' | 'NOT_TAKEN' | 'GIVEN_UP';

type FunnelDimensions = {
  flow: string;
  variant: string;
  day: string;
  country: string;
  device: string;
  language: string;
};

export type RunningTables = {
  analyticsEvents: {
    messageId: string;
    type: 'track' | 'page' | 'identify';
    name: Nullable<string>;
    anonymousId: Nullable<string>;
    properties: Json<Record<string, unknown>>;
    receivedAt: Instant;
    forwardedAt: Nullable<Date>;
    country: Nullable<string>;
    device: Nullable<string>;
    language: Nullable<string>;
  };
  funnelCounts: FunnelDimensions & { furthest: number; people: number };
  funnelRefusals: FunnelDimensions & { position: number; code: string; people: number; stopped: number };
  funnelDays: { day: string; countedAt: Instant };
  gatewayNotifications: {
    /** SHA-256 of the text that was sent, in hexadecimal. */
    id: string;
    kind: string;
    /** A `GatewayEvent`, until it is handled. */
    event: NullableJson<unknown>;
    occurredAt: Instant;
    receivedAt: Instant;
    handledAt: Nullable<Date>;
  };
  jobWorkers: { id: string; seenAt: Instant };
  sentMails: { messageId: string; template: string; userId: Nullable<string>; sentAt: Instant };
  sentTexts: { textId: string; kind: string; userId: string; fate: TextFate; at: Instant };
  mailEnvelopes: {
    /** SHA-256 of the tag in the mail's sender. */
    tagHash: Buffer;
    userId: Nullable<string>;
    /** Keyed, as `addressHash` makes it. */
    addressHash: Buffer;
    template: string;
    reported: Nullable<Reported>;
    /** It was not sent, because of what had been reported of earlier ones. */
    withheld: Nullable<Reported>;
    sentAt: Instant;
  };
  suppressedAddresses: {
    userId: Nullable<string>;
    addressHash: Buffer;
    cause: Reported;
    reports: number;
    reportedAt: Instant;
  };
  clockOffset: { onlyRow: Generated<boolean>; aheadMs: number };
};
