import type { FastifyInstance } from 'fastify';
import { exchangeInviteCode as exchangeRoute } from '#contract/api/invites/invite-codes.ts';
import { createProfessional, validateProfessional } from '#contract/api/professionals/professionals.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { exchangeInviteCode } from '../../invites/invite-code.ts';
import type { MailLimits } from '../../invites/limit-invite-mails.ts';
import { registerProfessional } from '../../professionals/register-professional.ts';
import { validateStep } from '../../professionals/validate-step.ts';
import { callerOf } from '../../rate-limits/network-address.ts';
import type { TokenMaker } from '../../secret.ts';
import { bind } from '../bind.ts';
import { siteOf } from '../request-site.ts';

/** Calls of professionals who are not signed in, and of parents with a printed letter. */
export function professionalRoutes(
  app: FastifyInstance,
  dependencies: MailLimits & { db: Db; clock: Clock; makeToken: TokenMaker },
): void {
  bind(
    app,
    validateProfessional,
    ({ body, language }) => {
      const { step, duplicateConfirmed, ...values } = body;
      return validateStep(dependencies, { step, values, duplicateConfirmed }, language);
    },
    // Only the first step contains an address.
    { 'ask-who-is-known': { points: ({ body }) => Number(body.step === 'ONE') } },
  );
  bind(app, createProfessional, ({ body, headers, language, request }) => {
    const { address, network = address } = callerOf(request.ip);
    return registerProfessional(dependencies, {
      body,
      requestKey: headers['idempotency-key'] ?? null,
      anonymousId: headers['x-anonymous-id'] ?? null,
      siteCountry: siteOf(request).country,
      language,
      network,
    });
  });
  bind(app, exchangeRoute, ({ body }) => exchangeInviteCode(dependencies, body.code));
}
