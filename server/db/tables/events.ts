import type { Generated } from 'kysely';
import type { Instant, Json, Nullable } from './column-types.ts';

export type EventTables = {
  eventEndpoints: {
    id: string;
    url: string;
    types: string[];
    personalData: boolean;
    createdAt: Instant;
    lastFailure: Nullable<string>;
    lastFailureAt: Nullable<Date>;
    pausedAt: Nullable<Date>;
    pausedBy: Nullable<'STAFF' | 'RECEIVER'>;
    notBefore: Generated<Date>;
  };
  eventSecrets: { id: string; endpointId: string; keyId: string; sealed: Buffer; validUntil: Nullable<Date> };
  /** Written only by the trigger `record_event`. */
  outboundEvents: {
    position: Generated<number>;
    id: Generated<string>;
    type: string;
    subject: string;
    data: Json<Record<string, unknown>>;
    createdAt: Instant;
  };
  eventDeliveries: {
    endpointId: string;
    position: number;
    subject: string;
    createdAt: Instant;
    tries: Generated<number>;
    nextAt: Generated<Date>;
    failingSince: Nullable<Date>;
    deadAt: Nullable<Date>;
    lastFailure: Nullable<string>;
  };
};
