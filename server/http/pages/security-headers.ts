import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refusal.ts';
import { callLanguage } from '../language.ts';
import { sendRefusal } from '../send-refusal.ts';

const twoYears = 2 * 365 * 24 * 60 * 60;

/**
 * For data and files: nothing in a response may run, be framed, or send a referrer. Pages have a policy of their own.
 */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export const securityHeadersFor = ({ https }: { https: boolean }): Record<string, string> =>
  https ? { ...always, 'strict-transport-security': `max-age=${twoYears}; includeSubDomains` } : always;

/** Adds the security headers to every response, errors and files too; headers set by a route stay. */
export function securityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const headers = securityHeadersFor(options);
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}

/** An unreadable URL reaches no hook: it is answered here, in the format of every other refusal. */
export function answerUnreadable(options: { https: boolean }) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(securityHeadersFor(options));
    sendRefusal({ reply, request, refusal: refuse('UNREADABLE'), language: callLanguage(request) });
  };
}
