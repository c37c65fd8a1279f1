import type { FastifyInstance } from 'fastify';
import { answerBraintreeChallenge, receiveBraintreeNotification } from '#contract/api/webhooks.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { storeNotification } from '../payment-events/notification-repository.ts';
import { refuse } from '../refusal.ts';
import { bind } from './bind.ts';

type Dependencies = { db: Db; clock: Clock; gateway: PaymentGateway };

/** Reports with many transactions are longer than any form of ours. */
const bodyLimit = 256 * 1024;

/** A scope of its own: nowhere else is a form body read. */
export function webhookRoutes(app: FastifyInstance, { db, clock, gateway }: Dependencies): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  );

  // Stored and queued, nothing more: the gateway waits for the answer, and reports again what it does not get one for.
  bind(app, receiveBraintreeNotification, async ({ body, request }) => {
    const report = await gateway.parseNotification({ signature: body.bt_signature, payload: body.bt_payload });
    if (report === null) return refuse('FORBIDDEN');
    if (report.event === null) request.log.info({ kind: report.kind }, 'nothing is done about this webhook');
    await storeNotification(db, { ...report, receivedAt: clock.now() });
    return { received: true } as const;
  });

  bind(app, answerBraintreeChallenge, async ({ query }) => gateway.answerChallenge(query.bt_challenge));
}
