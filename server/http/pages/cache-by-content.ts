import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Strong ETag of each answer of a scope, beside its headers; 304 without a body when the caller has it already. */
export function cacheByContent(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.headers({ ...headers, etag });
    if (!matches(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}

/** A proxy that compresses may have made the tag weak: for reading, weak and strong count the same. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
