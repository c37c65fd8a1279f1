import type { FastifyReply } from 'fastify';

/** Nothing inline, nothing external; only the page a frame was created for may frame it. */
function policyFor(origin: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ');
}

/** A page of the gateway's own origin inside a frame of `origin`. */
export function sendFrame(reply: FastifyReply, { origin, page }: { origin: string; page: string }): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policyFor(origin),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

export function refuseFrame(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .send({ code: 'origin_not_allowed' });
}
