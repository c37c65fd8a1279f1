import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { releaseHeader } from '#contract/boot.ts';
import { type ProblemCode, unknownField } from '#contract/error-codes.ts';
import { isFieldErrorCode } from '#contract/fields/field-errors.ts';
import { losesConnection } from '../db/lost-connection.ts';
import { type FieldRefusal, type Refusal, refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { sendRefusal } from './send-refusal.ts';

/** Faults of the request itself, by Fastify's code. All others are ours. */
const requestFaults: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNREADABLE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'UNREADABLE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'UNREADABLE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'UNREADABLE',
  FST_ERR_BAD_URL: 'UNREADABLE',
  FST_ERR_MAX_PARAM_LENGTH: 'UNREADABLE',
  FST_UNDER_PRESSURE: 'BUSY',
};

/** The problem for an invalid header: a forged or missing key is an expired sign-up, not a form error. */
const headerProblems: Record<string, ProblemCode> = {
  'x-registration-key': 'REGISTRATION_EXPIRED',
  'x-invite-token': 'INVITE_TOKEN_INVALID',
  authorization: 'TOKEN_INVALID',
};

function validationRefusal(error: FastifyError): Refusal {
  const issues = (error.validation ?? []).map((issue) => ({
    field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || unknownField,
    code: isFieldErrorCode(issue.message) ? issue.message : ('not_understood' as const),
  }));
  if (error.validationContext === 'headers') {
    const problem = issues.map(({ field }) => headerProblems[field]).find((code) => code !== undefined);
    return refuse(problem ?? 'UNREADABLE');
  }
  if (error.validationContext === 'params') return refuse('NOT_FOUND');
  const first = new Map<string, FieldRefusal>();
  for (const issue of issues) if (!first.has(issue.field)) first.set(issue.field, issue);
  return refuse('VALIDATION', { fields: [...first.values()] });
}

function refusalOf(error: FastifyError): Refusal {
  if (hasZodFastifySchemaValidationErrors(error)) return validationRefusal(error);
  const known = requestFaults[error.code];
  if (known) return refuse(known);
  if (
    error instanceof SyntaxError ||
    (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
  ) {
    return refuse('UNREADABLE');
  }
  return refuse(mayBeTriedAgain(error) ? 'BUSY' : 'UNEXPECTED');
}

/**
 * Connection refused, lost or shutting down, or a database that is still taking over from another (25006); or a
 * transaction that PostgreSQL rolled back because of a deadlock (40P01).
 */
function mayBeTriedAgain(error: FastifyError): boolean {
  return (
    losesConnection(error) ||
    /^(?:ECONNREFUSED|53300|40P01)$/.test(error.code) ||
    error.message.endsWith('is not queryable') ||
    error.message.startsWith('timeout exceeded when trying to connect')
  );
}

const notUnderstood: readonly ProblemCode[] = ['UNREADABLE', 'NOT_FOUND'];

type RefusedCall = { refusal: Refusal; request: FastifyRequest; release: string | null };

/** A malformed request from another build is not the user's mistake: the page is told to reload. */
function aboutRelease({ refusal, request, release }: RefusedCall): Refusal {
  const clientRelease = request.headers[releaseHeader];
  if (release === null || clientRelease === undefined || clientRelease === release) return refusal;
  const { refused, fields = [] } = refusal;
  const strange = refused === 'VALIDATION' && fields.some(({ code }) => code === 'not_understood');
  return strange || notUnderstood.includes(refused) ? refuse('NEW_RELEASE') : refusal;
}

/** Nothing of an error's own text reaches the caller; a fault of ours is logged once, with the request's id. */
export function handleErrors(app: FastifyInstance, { release }: { release: string | null }): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = aboutRelease({ refusal: refusalOf(error), request, release });
    if (refusal.refused === 'UNEXPECTED' || (refusal.refused === 'BUSY' && error.code !== 'FST_UNDER_PRESSURE')) {
      request.log.error(
        { err: { type: error.name, code: error.code, message: error.message, stack: error.stack } },
        'request failed',
      );
    }
    if (refusal.refused === 'BUSY') reply.header('retry-after', '5');
    return sendRefusal({ reply, request, refusal, language: callLanguage(request) });
  });
  app.setNotFoundHandler((request, reply) =>
    sendRefusal({
      reply,
      request,
      refusal: aboutRelease({ refusal: refuse('NOT_FOUND'), request, release }),
      language: callLanguage(request),
    }),
  );
}
