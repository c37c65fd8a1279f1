import { randomInt } from 'node:crypto';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { makeResumeCode as codeRoute, mailResumeLink as linkRoute } from '#contract/api/sign-up/resumptions.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import {
  formatResumeCode,
  resumeCodeAlphabet,
  resumeCodeHours,
  resumeCodeLength,
} from '#contract/sign-in/resume-code.ts';
import { after, hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { lockForChange, openForChange, type RegistrationAccess, type SignUpDependencies } from './open-registration.ts';
import { changeRegistration } from './registration-repository.ts';
import { insertResumption } from './resumption-repository.ts';

export type ElsewhereDependencies = SignUpDependencies & {
  makeToken: TokenMaker;
  rateLimiter: Pick<RateLimiter, 'maySend'>;
};
type SaveParams = { access: RegistrationAccess; order: OrderDetail | null };
type Problem = 'CONFLICT' | 'REGISTRATION_EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS';

/** Keyed: thirty-seven bits behind a plain hash could be found by trying. */
export function hashResumeCode(makeToken: TokenMaker, normalised: string): Buffer {
  return Buffer.from(makeToken('RESUME_CODE', normalised), 'base64url');
}

export const resumeLinkSecret = (makeToken: TokenMaker, id: string): string => makeToken('RESUME_LINK', id);

/** A code for another device, shown once; the input is retained while it is valid. */
export function makeResumeCode(
  dependencies: ElsewhereDependencies,
  saving: SaveParams,
): Promise<AnswerOf<typeof codeRoute> | Refusal<Problem>> {
  return withSaved(dependencies, saving, async (trx, { until, at }) => {
    const code = Array.from(
      { length: resumeCodeLength },
      () => resumeCodeAlphabet[randomInt(resumeCodeAlphabet.length)],
    );
    const characters = code.join('');
    await insertResumption(trx, {
      registrationId: saving.access.signupId,
      kind: 'CODE',
      hashOf: () => hashResumeCode(dependencies.makeToken, characters),
      expiresAt: until,
      at,
    });
    return { code: formatResumeCode(characters), until: until.toISOString() };
  });
}

/** The same by mail, to the address of step 1, which anybody may have typed. `network`: the caller's. */
export async function mailResumeLink(
  dependencies: ElsewhereDependencies,
  { network, ...saving }: SaveParams & { network: string },
): Promise<AnswerOf<typeof linkRoute> | Refusal<Problem | 'FORBIDDEN' | 'TOO_MANY_REQUESTS'>> {
  const current = await openForChange(dependencies, saving.access);
  if ('refused' in current) return current;
  if (current.reach?.mail === false) return refuse('FORBIDDEN');
  const mail = { to: normaliseEmail(current.parent.email), by: { account: current.id, via: network } };
  const sending = await dependencies.rateLimiter.maySend('own-resume-link', mail);
  const limited = tooMany(sending);
  if (limited) return limited;
  return withSaved(dependencies, saving, async (trx, { until, at }) => {
    if (!sending.send) return { until: until.toISOString() };
    const { makeToken } = dependencies;
    const link = { registrationId: saving.access.signupId, makeToken, until, at };
    const resumptionId = await insertResumeLink(trx, link);
    await enqueue(trx, { name: 'send-resume-link', payload: { resumptionId } });
    return { until: until.toISOString() };
  });
}

type ResumeLinkParams = { registrationId: string; makeToken: TokenMaker; until: Date; at: Date };

/** Creates the link to a sign-up; returns its id, by which it is mailed. */
export function insertResumeLink(
  trx: Trx,
  { registrationId, makeToken, until, at }: ResumeLinkParams,
): Promise<string> {
  return insertResumption(trx, {
    registrationId,
    kind: 'LINK',
    hashOf: (id) => hashSecret(resumeLinkSecret(makeToken, id)),
    expiresAt: until,
    at,
  });
}

export const savedUntil = (at: Date): Date => after(at, hours(resumeCodeHours));

/** Retains an open sign-up beyond its time-out, which still applies to the browser that has its key. */
async function withSaved<Result>(
  { db, clock }: ElsewhereDependencies,
  { access, order }: SaveParams,
  act: (trx: Trx, saved: { until: Date; at: Date }) => Promise<Result>,
): Promise<Result | Refusal<Problem>> {
  return db.transaction().execute(async (trx) => {
    const current = await lockForChange(trx, { access, clock });
    if ('refused' in current) return current;
    const at = clock.now();
    const until = savedUntil(at);
    const change = { savedUntil: until, savedOrder: order };
    if (!(await changeRegistration(trx, { current, change, at }))) return refuse('CONFLICT');
    return act(trx, { until, at });
  });
}
