import * as z from 'zod/mini';
import { id, optionalLines, requiredText } from '../../fields/fields.ts';
import { userRoles } from '../../sign-in/home-redirect.ts';
import { actionInput, inputValues } from '../../staff/action-inputs.ts';
import { staffActionNames } from '../../staff/staff-actions.ts';
import { publicHeaders, repeatableHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** The people that staff look after: found, viewed and helped. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-people' } as const;

const person = z.object({
  userId: id,
  /** First name and initial: enough for staff who are told the rest on the phone. */
  name: z.string(),
  role: z.enum(userRoles),
  status: z.enum(['INVITED', 'CREDENTIALS_NEEDED', 'ACTIVE', 'CLOSED']),
  country: z.nullable(z.string()),
});

const foundPerson = z.extend(person, { foundBy: z.string() });
export type FoundPerson = z.output<typeof foundPerson>;

const foundSignUp = z.object({ signupId: id, state: z.string(), createdAt: z.iso.datetime() });

/** `sentences`: what it does, and what the person is sent. `subject`: what exactly it applies to. */
export const offeredAction = z.object({
  action: z.enum(staffActionNames),
  subject: z.nullable(z.string()),
  title: z.string(),
  sentences: z.array(z.string()),
  inputs: z.array(actionInput),
});
export type OfferedAction = z.output<typeof offeredAction>;

/** The search text is in the body, because URLs are logged in many places. */
export const searchPeople = route({
  method: 'POST',
  path: '/v2/staff/searches',
  ...console,
  summary: 'Find people by email, name, username, phone, order, receipt, transaction, card, code or sign-up',
  limits: ['staff-read'],
  body: z.object({ text: requiredText({ min: 2, max: 200, error: 'not_understood' }) }),
  /**
   * `signUps`: without an account yet. `more`: the search was too broad, and there are others. `code`: the possible
   * actions on it.
   */
  answer: z.object({
    people: z.array(foundPerson),
    signUps: z.array(foundSignUp),
    code: z.nullable(z.object({ lastFour: z.string(), actions: z.array(offeredAction) })),
    more: z.boolean(),
  }),
});

const timelineEntry = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  detail: z.string(),
  amountFormatted: z.nullable(z.string()),
  tone: z.enum(['plain', 'error', 'staff']),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/**
 * Somebody who may be the same person, or was merged with this one. `code`: why they cannot be merged, or the merge
 * cannot be undone; null if it can.
 */
const duplicate = z.extend(person, { text: z.string(), code: z.nullable(z.string()) });
export type Duplicate = z.output<typeof duplicate>;

export const personView = z.extend(person, {
  plan: z.string(),
  /** Whether e-mail and phone were proved to be theirs, in sentences. */
  contactProofs: z.array(z.string()),
  /** The time zone of their dates (IANA name); null if unknown. */
  timeZone: z.nullable(z.string()),
  /** What their own account page shows, in sentences; empty without an account page. */
  accountPageSummary: z.array(z.string()),
  family: z.array(person),
  duplicates: z.array(duplicate),
  timeline: z.array(timelineEntry),
  actions: z.array(offeredAction),
});
export type PersonView = z.output<typeof personView>;

export const readPerson = route({
  method: 'GET',
  path: '/v2/staff/people/:userId',
  ...console,
  summary: "Get a person's timeline and actions, without contact data",
  limits: ['staff-read'],
  params: z.object({ userId: id }),
  answer: personView,
});

const subject = z.nullable(z.string().check(z.regex(/^\P{C}{1,200}$/u)));
const actionBody = z.object({
  action: z.enum(staffActionNames),
  subject,
  inputs: z._default(inputValues, {}),
  // The log's hashes cover it: text that the database stores differently than it was sent would look like a tampered
  // log.
  reason: optionalLines({ max: 500, error: 'too_long' }).check(z.minLength(5, 'not_understood')),
});

const shown = z.object({ label: z.string(), value: z.string() });
export type Shown = z.output<typeof shown>;
/**
 * `PROPOSED`: it waits for a second person. `shown`: the data that was requested. `repeated`: an earlier call with the
 * same key did it; what that one showed is not stored.
 */
export const actionDone = z.object({
  state: z.enum(['DONE', 'PROPOSED']),
  shown: z.array(shown),
  repeated: z.optional(z.boolean()),
});
export type ActionDone = z.output<typeof actionDone>;

export const actOnPerson = route({
  method: 'POST',
  path: '/v2/staff/people/:userId/actions',
  ...console,
  headers: repeatableHeaders,
  summary: 'Carry out an action about a person, with a logged reason, once per key',
  limits: ['staff-act'],
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH', 'ACCOUNT_FROZEN'],
  params: z.object({ userId: id }),
  body: actionBody,
  answer: actionDone,
});

/** `subject` is what it applies to. */
export const actOnSubject = route({
  method: 'POST',
  path: '/v2/staff/actions',
  ...console,
  caller: 'staff',
  headers: repeatableHeaders,
  summary: 'Carry out an action not about a person, with a logged reason, once per key',
  limits: ['staff-act'],
  errors: ['CONFLICT', 'NOT_FOUND', 'IDEMPOTENCY_MISMATCH', 'ACCOUNT_FROZEN'],
  body: actionBody,
  answer: actionDone,
});

export const checkStaffActions = route({
  method: 'GET',
  path: '/v2/staff/actions/check',
  tag: 'Staff',
  headers: publicHeaders,
  caller: 'staff-admin',
  summary: 'Verify the hash chain of the staff log',
  limits: ['staff-read'],
  /** `brokenAt`: the first entry that was changed, or follows a missing one. */
  answer: z.object({ count: z.int(), brokenAt: z.nullable(z.int()) }),
});
