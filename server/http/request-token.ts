import type { FastifyRequest } from 'fastify';

/** The format of our tokens: 256 random bits as base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The token in one of our cookies; null if there is none, or it has another format. */
export function cookieToken(request: FastifyRequest, name: string): string | null {
  const token = request.cookies[name];
  return token !== undefined && tokenPattern.test(token) ? token : null;
}

/** The token of an `authorization` header that the contract has validated as `Bearer …`. */
export function bearerToken({ authorization }: { authorization: string }): string {
  return authorization.slice('Bearer '.length);
}
