import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Strong ETag for each response of a scope, besides the given headers; 304 without a body if the caller has it. */
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

/** A compressing proxy may have made the tag weak: for GET, weak and strong compare as equal. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
