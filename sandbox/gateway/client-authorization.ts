import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFingerprintValid } from './client-token.ts';
import type { GatewayContext } from './gateway-context.ts';
import { type Params, text } from './params.ts';

type AuthorizationParams = { context: GatewayContext; request: FastifyRequest; body: Params };

/** True for a request that carries a client token's fingerprint, in its body or as a bearer. */
export function isAuthorised({ context, request, body }: AuthorizationParams): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return isFingerprintValid({ ...context, fingerprint: text(body, 'authorization_fingerprint') ?? bearer });
}

export function sendUnauthorised(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ error: { message: 'The client token is not valid or has expired.' }, fieldErrors: [] });
}
