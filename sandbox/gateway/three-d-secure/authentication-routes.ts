import type { FastifyInstance } from 'fastify';
import { isAuthorised, sendUnauthorised } from '../client-authorization.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { nonceAnswer } from '../nonce-answers.ts';
import { flag, type Params, section, snakeCased, text } from '../params.ts';
import { type Authenticated, endChallenge, lookUp } from './authentication.ts';

type Steps = Record<string, (step: { context: GatewayContext; nonce: string; body: Params }) => Authenticated>;

const steps: Steps = {
  lookup: ({ body, ...step }) =>
    lookUp({
      ...step,
      amountCents: Math.round(Number(text(body, 'amount')) * 100),
      challengeRequested: flag(body, 'challenge_requested'),
    }),
  authenticate: ({ body, ...step }) => endChallenge({ ...step, isConfirmed: flag(body, 'is_confirmed') }),
};

/**
 * What the gateway accepts for the bank, as the browser SDK documents it (`ThreeDSecure~billingAddress`): names in
 * ASCII of at most 50, the region as the part of ISO 3166-2 after the hyphen.
 */
const forms: Record<string, RegExp> = {
  billing_given_name: /^[ -~]{1,50}$/,
  billing_surname: /^[ -~]{1,50}$/,
  billing_state: /^[A-Z0-9]{1,3}$/,
};

function misfitOf(info: Params): string | null {
  const isMisfit = (name: string) => info[name] !== undefined && !forms[name]?.test(text(info, name) ?? '');
  return Object.keys(forms).find(isMisfit) ?? null;
}

/**
 * The browser's part of 3-D Secure. `lookup` is called by `verifyCard`, with an amount in the body; a response with an
 * `acsUrl` is a challenge, which our own frame ends by `authenticate`.
 */
export function authenticationRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  for (const [name, step] of Object.entries(steps)) {
    app.post<{ Params: { nonce: string } }>(
      `/client_api/v1/payment_methods/:nonce/three_d_secure/${name}`,
      { config: { operation: 'authentication' } },
      async (request, reply) => {
        const body = section(snakeCased(request.body));
        if (!isAuthorised({ context, request, body })) return sendUnauthorised(reply);
        if (name === 'lookup' && !/^\d+(\.\d{1,2})?$/.test(text(body, 'amount') ?? ''))
          return reply.code(422).send({ error: { message: 'Amount is required.' }, fieldErrors: [] });
        const misfit = name === 'lookup' ? misfitOf(section(body['additional_info'])) : null;
        if (misfit) return reply.code(422).send({ error: { message: `${misfit} is invalid.` }, fieldErrors: [] });
        const done = step({ context, nonce: request.params.nonce, body });
        if ('unknown' in done)
          return reply.code(404).send({ error: { message: 'The nonce is unknown or was used.' }, fieldErrors: [] });
        const info = done.answer.threeDSecure;
        return reply.code(201).send({
          paymentMethod: nonceAnswer(done.answer),
          threeDSecureInfo: {
            liabilityShifted: info?.liabilityShifted === true,
            liabilityShiftPossible: info?.liabilityShiftPossible === true,
          },
          lookup: {
            threeDSecureVersion: info?.version ?? null,
            transactionId: info?.dsTransactionId ?? null,
            acsUrl: info?.status === 'challenge_required' ? `${context.publicUrl}/three-d-secure` : null,
          },
        });
      },
    );
  }
}
