import type { Generated } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { Instant, Json, Nullable, NullableJson } from './column-types.ts';

type Reported = 'SOFT' | 'HARD' | 'COMPLAINT';

/** `UNSAFE`: the person may not be texted. `NOT_TAKEN`: not yet accepted by the provider; it is retried. */
export type TextFate =
  | 'SENT'
  | 'DELIVERED'
  | 'UNDELIVERED'
  | 'REFUSED'
  | 'UNSAFE'
  | 'SWITCHED_OFF'
  | 'NOT_TAKEN'
  | 'GIVEN_UP';

type FunnelDimensions = {
  flow: string;
  variant: string;
  day: Day;
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
  funnelDays: { day: Day; countedAt: Instant };
  gatewayNotifications: {
    /** SHA-256 of the notification's text, in hexadecimal. */
    id: string;
    kind: string;
    /** A `GatewayEvent`, deleted once it is handled. */
    event: NullableJson<unknown>;
    occurredAt: Instant;
    receivedAt: Instant;
    handledAt: Nullable<Date>;
  };
  jobWorkers: { id: string; seenAt: Instant };
  sentMails: { messageId: string; template: string; userId: Nullable<string>; sentAt: Instant };
  sentTexts: {
    textId: string;
    kind: string;
    userId: string;
    fate: TextFate;
    at: Instant;
    /** The provider's id for delivery reports; null unless it accepted the text. */
    providerId: string | null;
  };
  mailEnvelopes: {
    /** SHA-256 of the tag in the mail's sender. */
    tagHash: Buffer;
    userId: Nullable<string>;
    /** Keyed hash, as made by `addressHash`. */
    addressHash: Buffer;
    template: string;
    reported: Nullable<Reported>;
    /** Not sent, because of reports about earlier mails. */
    withheld: Nullable<Reported>;
    /** The address was entered again after the reports. */
    ignoresBounces: Generated<boolean>;
    sentAt: Instant;
  };
  /** Mailboxes whose owners declined invites, by keyed hash. */
  inviteStops: { mailboxHash: Buffer; stoppedAt: Instant };
  suppressedAddresses: {
    userId: Nullable<string>;
    addressHash: Buffer;
    cause: Reported;
    reports: number;
    /** Number of different mails that were permanently rejected. */
    hardReports: Generated<number>;
    reportedAt: Instant;
  };
  clockOffset: { onlyRow: Generated<boolean>; aheadMs: number };
};
