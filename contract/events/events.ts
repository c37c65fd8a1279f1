import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { userRoles } from '../sign-in/home-redirect.ts';

/**
 * Events for other systems, each with the new state of a row. A member may be added at any time; changing or removing
 * one makes a new version of the type.
 */
const instant = z.iso.datetime({ offset: true });
const none = z.nullable;

export const events = {
  'person.changed.v1': z.object({
    id,
    familyId: none(id),
    role: z.enum(userRoles),
    status: z.enum(['INVITED', 'CREDENTIALS_NEEDED', 'ACTIVE', 'CLOSED']),
    createdByProfessionalId: none(id),
    createdAt: instant,
  }),
  'family.changed.v1': z.object({
    id,
    pricingGroup: z.string(),
    createdByProfessionalId: none(id),
    archivedAt: none(instant),
    createdAt: instant,
  }),
  'invite.changed.v1': z.object({
    id,
    familyId: id,
    userId: id,
    inviterUserId: id,
    state: z.enum(['SENT', 'OPENED', 'ACCEPTED', 'SUPERSEDED', 'REVOKED']),
    expiresAt: instant,
    acceptedAt: none(instant),
  }),
  'subscription.changed.v1': z.object({
    id,
    userId: id,
    familyId: id,
    payerUserId: id,
    packageId: z.int(),
    services: z.array(z.string()),
    state: z.enum(['CURRENT', 'LAPSED', 'REFUNDED']),
    autoRenew: z.boolean(),
    periodStart: day,
    periodEnd: day,
    endedAt: none(instant),
  }),
  'payment.changed.v1': z.object({
    id,
    purpose: z.enum(['SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE']),
    userId: id,
    familyId: none(id),
    packageId: none(z.int()),
    totalCents: cents,
    taxCents: cents,
    refundedCents: cents,
    country: none(z.string()),
    settlementDeclinedAt: none(instant),
    withdrawnAt: none(instant),
    createdAt: instant,
  }),
  'refund.changed.v1': z.object({
    id,
    orderId: id,
    userId: id,
    amountCents: cents,
    reason: z.string(),
    state: z.string(),
    requestedAt: instant,
    settledAt: none(instant),
  }),
  'dispute.changed.v1': z.object({
    id: z.string(),
    orderId: none(id),
    userId: none(id),
    kind: z.string(),
    state: z.string(),
    amountCents: cents,
    returnedCents: cents,
    replyBy: none(day),
  }),
  'consent.recorded.v1': z.object({
    id,
    userId: id,
    kind: z.enum(['TERMS', 'RENEWAL', 'MARKETING', 'CO_PARENT_FLAG']),
    given: z.boolean(),
    textVersion: z.string(),
    recordedAt: instant,
  }),
  'deletion.changed.v1': z.object({
    id,
    userId: id,
    requestedAt: instant,
    closesOn: day,
    withdrawnAt: none(instant),
    closedAt: none(instant),
  }),
  /** Two merged accounts of one person: the ended one's data belongs to the other, until `undoneAt` is set. */
  'merge.changed.v1': z.object({
    id,
    keptUserId: id,
    endedUserId: id,
    mergedAt: instant,
    undoneAt: none(instant),
  }),
} as const satisfies Record<string, z.core.$ZodType>;

export type EventType = keyof typeof events;
export const eventTypes = Object.keys(events) as EventType[];

/** The person that an event is about, for endpoints cleared for personal data; as of the time of sending. */
export const personOfEvent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the account has proved this address. */
  emailVerified: z.boolean(),
  language: z.string(),
});

/** CloudEvents 1.0, structured. `sequence` grows with each change of a subject: the highest one is current. */
export const envelopeOf = (type: EventType) =>
  z.object({
    specversion: z.literal('1.0'),
    id,
    source: z.url(),
    type: z.literal(type),
    subject: z.string(),
    time: instant,
    datacontenttype: z.literal('application/json'),
    sequence: z.string(),
    data: events[type],
    /** Null once the account is closed; missing if the endpoint is not cleared for it. */
    person: z.optional(z.nullable(personOfEvent)),
  });
