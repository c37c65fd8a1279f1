import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal.ts';
import { callLanguage } from './language.ts';
import { siteOf } from './request-site.ts';
import { sendRefusal } from './send-refusal.ts';
import { isForStaff } from './staff-host.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Body types that a plain form of any site can send without a preflight. */
const formKinds = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * A page of another site must not be able to act here: a browser's write must come from the very site it calls (SEC4),
 * not from another of ours. Callers that are not browsers send neither Origin nor Sec-Fetch-Site and no cookies; a
 * request that a form could send must prove its origin, by these headers or, if the route's row says so, by a signature
 * that its handler checks.
 */
export function refuseForeignPosts(app: FastifyInstance, { staffUrl }: { staffUrl: string | null }): void {
  const staffOrigin = staffUrl === null ? null : new URL(staffUrl).origin;
  app.addHook('onRequest', async (request, reply) => {
    if (reading.has(request.method)) return;
    const own = (isForStaff(request) ? staffOrigin : null) ?? siteOf(request).origin;
    const { origin, cookie } = request.headers;
    const contentType = (request.headers['content-type'] ?? '').toLowerCase();
    const site = request.headers['sec-fetch-site'];
    const foreign = (origin !== undefined && origin !== own) || (site !== undefined && site !== 'same-origin');
    const hidden = origin === undefined && site === undefined && cookie !== undefined;
    const unproven =
      origin === undefined &&
      site === undefined &&
      !request.routeOptions.config.rules?.signedForm &&
      formKinds.some((kind) => contentType.includes(kind));
    if (!foreign && !hidden && !unproven) return;
    sendRefusal({ reply, request, refusal: refuse('FORBIDDEN'), language: callLanguage(request) });
    return reply;
  });
}
