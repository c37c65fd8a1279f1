import { sql } from 'kysely';
import * as z from 'zod';
import type { TimelineEntry } from '#contract/api/staff/staff-people.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { staffActions } from '#contract/staff/staff-actions.ts';
import type { Db } from '../db/pool.ts';
import { deviceNames } from '../identity/device.ts';
import { codeSentence, codeWords } from './code-words.ts';
import { accessSources } from './timeline-access.ts';
import { parts, type Source, source } from './timeline-source.ts';

/** A recorded action may no longer be offered. */
const titles = new Map(Object.entries(staffActions).map(([name, { title }]) => [name, title]));

const titleOf = (action: string) => titles.get(action) ?? codeSentence(action);

const withAmount = z.object({ amountCents: z.number() });
const amountIn = (inputs: string | null) => withAmount.safeParse(JSON.parse(inputs ?? '{}')).data ?? {};

const purposes = ['SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE'] as const;

/** A user's data by kind, each backed by an index, without contact data. */
const sources: readonly Source[] = [
  source(
    (db, userId) => db.selectFrom('registrations').select(['id', 'state', 'createdAt']).where('userId', '=', userId),
    ({ id, state, createdAt }) => ({
      at: createdAt,
      what: 'Sign-up began',
      detail: parts(`sign-up ${id}`, codeWords(state)),
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('paymentAttempts')
        .select(['id', 'purpose', 'state', 'amountCents', 'createdAt'])
        .where('purpose', 'in', purposes)
        .where('subjectId', 'in', (eb) =>
          eb
            .selectFrom('registrations')
            .select('id')
            .where('userId', '=', userId)
            .unionAll(eb.selectFrom('subscriptions').select('id').where('payerUserId', '=', userId))
            .unionAll(eb.selectFrom('users').select('id').where('id', '=', userId))
            .unionAll(eb.selectFrom('codeBundles').select('id').where('professionalId', '=', userId))
            .unionAll(eb.selectFrom('families').select('id').where('createdByProfessionalId', '=', userId)),
        )
        .where('state', '!=', 'APPROVED'),
    ({ id, purpose, state, amountCents, createdAt }) => ({
      at: createdAt,
      what: `Payment ${codeWords(state)}`,
      detail: parts(codeWords(purpose), `attempt ${id}`),
      amountCents,
      tone: 'error',
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('orders')
        .select(['id', 'purpose', 'totalCents', 'settlementDeclinedAt', 'createdAt'])
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc'),
    ({ id, purpose, totalCents, settlementDeclinedAt, createdAt }) => ({
      at: createdAt,
      what: settlementDeclinedAt ? 'Paid, and the payment did not settle' : 'Paid',
      detail: parts(codeWords(purpose), `order ${id}`),
      amountCents: totalCents,
      tone: settlementDeclinedAt ? 'error' : 'plain',
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('refunds')
        .select(['orderId', 'amountCents', 'state', 'reason', 'requestedAt'])
        .where('userId', '=', userId),
    ({ orderId, amountCents, state, reason, requestedAt }) => ({
      at: requestedAt,
      what: `Refund ${codeWords(state)}`,
      detail: parts(codeWords(reason), `order ${orderId}`),
      amountCents,
      tone: state === 'FAILED' ? 'error' : 'plain',
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('documents')
        .select(['kind', 'series', 'number', 'amountCents', 'issuedAt'])
        .where('userId', '=', userId),
    ({ kind, amountCents, issuedAt, ...number }) => ({
      at: issuedAt,
      what: `${codeSentence(kind)} issued`,
      detail: formatDocumentNumber(number),
      amountCents,
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('disputes')
        .select(['id', 'kind', 'state', 'amountCents', 'replyBy', 'createdAt'])
        .where('userId', '=', userId),
    ({ kind, state, amountCents, replyBy, createdAt }) => ({
      at: createdAt,
      what: `Dispute: ${codeWords(kind)}, ${codeWords(state)}`,
      detail: replyBy ? `answer by ${replyBy}` : '',
      amountCents,
      tone: 'error',
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('subscriptions')
        .select(['state', 'periodEnd', 'autoRenew', 'userId', 'payerUserId', 'createdAt'])
        .where('userId', '=', userId),
    ({ state, periodEnd, autoRenew, userId, payerUserId, createdAt }) => ({
      at: createdAt,
      what: 'Subscription began',
      detail: parts(
        `${codeWords(state)}, until ${periodEnd}`,
        autoRenew ? 'renews' : 'does not renew',
        payerUserId !== userId && 'someone else pays',
      ),
    }),
  ),
  source(
    (db, userId) => db.selectFrom('invites').select(['state', 'byLetter', 'createdAt']).where('userId', '=', userId),
    ({ state, byLetter, createdAt }) => ({
      at: createdAt,
      what: byLetter ? 'Invited by letter' : 'Invited',
      detail: codeWords(state),
    }),
  ),
  source(
    (db, userId) =>
      db.selectFrom('sentMails').select(['template', 'sentAt']).where('userId', '=', userId).orderBy('sentAt', 'desc'),
    ({ template, sentAt }) => ({ at: sentAt, what: 'Email sent', detail: template.replaceAll('-', ' ') }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('mailEnvelopes')
        .select(['template', 'reported', 'sentAt'])
        .where('userId', '=', userId)
        .where('reported', 'is not', null),
    ({ template, reported, sentAt }) => ({
      at: sentAt,
      what: reported === 'COMPLAINT' ? 'Email reported as spam' : 'Email returned',
      detail: parts(template.replaceAll('-', ' '), codeWords(reported ?? '')),
      tone: 'error',
    }),
  ),
  source(
    (db, userId) => db.selectFrom('sessions').select(['device', 'createdAt']).where('userId', '=', userId),
    ({ device, createdAt }) => ({
      at: createdAt,
      what: 'Logged in',
      detail: deviceName(deviceNames(device), 'en'),
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('accountActivity')
        .select(['kind', 'device', 'at'])
        .where('userId', '=', userId)
        .orderBy('id', 'desc'),
    ({ kind, device, at }) => ({ at, what: codeSentence(kind), detail: deviceName(deviceNames(device), 'en') }),
  ),
  source(
    (db, userId) =>
      db.selectFrom('consents').select(['kind', 'given', 'textVersion', 'recordedAt']).where('userId', '=', userId),
    ({ kind, given, textVersion, recordedAt }) => ({
      at: recordedAt,
      what: given ? 'Agreed' : 'Not agreed',
      detail: parts(codeWords(kind), textVersion),
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('staffActions')
        .select(['action', 'actorName', 'reason', 'inputs', 'proposedByName', 'at'])
        .where((where) =>
          where.or([
            where('userId', '=', userId),
            // Logged on the surviving user's page.
            where.and([where('subject', '=', userId), sql<boolean>`action in ('MERGE', 'UNDO_MERGE')`]),
          ]),
        )
        .orderBy('number', 'desc'),
    ({ action, actorName, reason, inputs, proposedByName, at }) => ({
      at,
      what: titleOf(action),
      detail: parts(reason, actorName, proposedByName && `proposed by ${proposedByName}`),
      tone: 'staff',
      ...amountIn(inputs),
    }),
  ),
  source(
    (db, userId) =>
      db
        .selectFrom('staffProposals')
        .select(['action', 'state', 'reason', 'inputs', 'proposedByName', 'decidedByName', 'proposedAt'])
        .where('userId', '=', userId)
        .where('state', '!=', 'CONFIRMED'),
    ({ action, state, reason, inputs, proposedByName, decidedByName, proposedAt }) => ({
      at: proposedAt,
      what: `${titleOf(action)}: ${state === 'OPEN' ? 'proposed to a second person' : 'declined'}`,
      detail: parts(reason, proposedByName, decidedByName && `declined by ${decidedByName}`),
      tone: 'staff',
      ...amountIn(inputs),
    }),
  ),
];

/** A user's timeline, latest first. */
export async function readTimeline(db: Db, userId: string): Promise<TimelineEntry[]> {
  const happened = (await Promise.all([...sources, ...accessSources].map((read) => read(db, userId)))).flat();
  return happened
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ at, what, detail, amountCents, tone = 'plain' }) => ({
      at: at.toISOString(),
      what,
      detail,
      amountFormatted: amountCents === undefined ? null : formatCents(amountCents),
      tone,
    }));
}
