import type { FastifyInstance } from 'fastify';
import {
  answerBraintreeChallenge,
  receiveBraintreeNotification,
  receiveMailReports,
  receiveTextReport,
} from '#contract/api/webhooks.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { MailWebhook } from '../../gateways/mail/port.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import type { Texts } from '../../gateways/sms/port.ts';
import { recordMailReport } from '../../identity/returned-mail.ts';
import { recordTextReport } from '../../identity/text-reports.ts';
import { storeNotification } from '../../payment-events/notification-repository.ts';
import { refuse } from '../../refusal.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { bind } from '../bind.ts';

type Dependencies = Texts & {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
  metrics: Metrics | null;
  mailWebhook: MailWebhook | null;
};

/** Reports with many transactions are longer than any form of ours. */
const bodyLimit = 256 * 1024;

/** A scope of its own: no other route parses a form body, or leaves JSON unparsed. */
export function webhookRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock, gateway, metrics, mailWebhook, sms } = dependencies;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  );

  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: unknown) => body);

  // Only stored and queued: the gateway waits for the response, and resends without one.
  bind(app, receiveBraintreeNotification, async ({ body, request }) => {
    const report = await gateway.parseNotification({ signature: body.bt_signature, payload: body.bt_payload });
    if (report === null) return refuse('FORBIDDEN');
    if (report.event === null) request.log.info({ kind: report.kind }, 'webhook kind ignored');
    await storeNotification(db, { ...report, receivedAt: clock.now() });
    return { received: true } as const;
  });

  bind(app, answerBraintreeChallenge, async ({ query }) => gateway.answerChallenge(query.bt_challenge));

  bind(app, receiveTextReport, async ({ body, request: { headers, log } }) => {
    const signature = String(headers['x-twilio-signature'] ?? '');
    const report = sms?.readReport({ signature, form: body });
    if (!report) return refuse('FORBIDDEN');
    if (report === 'none') return { received: true } as const;
    if (report.fate === 'UNDELIVERED') log.warn({ code: body['ErrorCode'] }, 'text not delivered');
    await recordTextReport({ db, clock }, report);
    return { received: true } as const;
  });

  // Recorded before the response: what fails in between is reported again, and counts once.
  bind(app, receiveMailReports, async ({ params: { provider }, body, request: { headers } }) => {
    if (mailWebhook?.provider !== provider) return refuse('NOT_FOUND');
    const reports = mailWebhook.read({ headers, body });
    if (reports === null) return refuse('FORBIDDEN');
    for (const { tag, report } of reports)
      if (await recordMailReport({ db, clock }, { tag, report })) metrics?.mailReported({ report });
    return { received: true } as const;
  });
}
