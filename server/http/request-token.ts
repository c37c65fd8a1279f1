import type { FastifyRequest } from 'fastify';

/** What our tokens look like: 256 random bits as base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The token in a cookie of ours; null when there is none, or something that never was one. */
export function cookieToken(request: FastifyRequest, name: string): string | null {
  const token = request.cookies[name];
  return token !== undefined && tokenPattern.test(token) ? token : null;
}

/** The token of an `authorization` header that the contract has found to be `Bearer …`. */
export function bearerToken({ authorization }: { authorization: string }): string {
  return authorization.slice('Bearer '.length);
}
