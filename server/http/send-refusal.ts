import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemsOf } from '#contract/api/route-problems.ts';
import { applicationStatus, type ProblemCode } from '#contract/error-codes.ts';
import { fieldErrorText } from '#contract/fields/field-errors.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { Problem } from '#contract/problem.ts';
import { m } from '#messages/messages.js';
import type { Refusal } from '../refusal.ts';
import { problems } from './problems.ts';

const statusInBody: Partial<Record<Refusal['refused'], number>> = {
  INVITE_REQUEST_FAILED: applicationStatus.inviteRequestFailed,
  INVITE_TOKEN_INVALID: applicationStatus.inviteTokenInvalid,
};

/** A wait of hours is stated in hours. */
const isLongWait = ({ extra }: Refusal) => Number(extra?.['retryAfterSeconds'] ?? 0) > 2 * 60 * 60;

/** The body of a response that is not 2xx, in the caller's language. */
export function problemOf(refusal: Refusal, language: Language, requestId?: string): Problem {
  const { status, text } = problems[refusal.refused];
  return {
    code: refusal.refused,
    status: refusal.status ?? statusInBody[refusal.refused] ?? status,
    message: (isLongWait(refusal) ? m.problem_too_many_today : text)({}, { locale: language }),
    validationErrors: (refusal.fields ?? []).map(({ field, code }) => ({
      field,
      text: fieldErrorText({ field, code, language }),
      code,
    })),
    ...(requestId === undefined ? {} : { requestId }),
    ...refusal.extra,
  };
}

/** The compiler checks only handlers; guards, limits and error handler may refuse any route. Tests fail on this. */
function reportUndeclared({ routeOptions: { config }, log }: FastifyRequest, { refused }: Refusal): void {
  if (config.rules && !problemsOf(config.rules).has(refused))
    log.error({ code: refused, route: config.url }, 'undeclared problem');
}

type RefusalAnswer = { reply: FastifyReply; request: FastifyRequest; refusal: Refusal; language: Language };

const refusals = new WeakMap<FastifyRequest, ProblemCode>();

/** The problem that a call was refused with; null if it was not. */
export function refusalOf(request: FastifyRequest): ProblemCode | null {
  return refusals.get(request) ?? null;
}

export function sendRefusal({ reply, request, refusal, language }: RefusalAnswer): FastifyReply {
  reportUndeclared(request, refusal);
  refusals.set(request, refusal.refused);
  const status = refusal.fields?.some(({ field }) => field.endsWith('.duplicate'))
    ? 409
    : problems[refusal.refused].status;
  const wait = refusal.extra?.['retryAfterSeconds'];
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  // Serialised here: the route's schema describes 2xx responses only.
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problemOf(refusal, language, request.id));
}
