import type { RenewalQuoteDependencies } from '../checkout/quote-renewal.ts';
import type { PaymentDependencies } from '../checkout/take-payment.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { RollBack } from '../db/rolled-back.ts';
import type { AnalyticsForwarder } from '../gateways/analytics/port.ts';
import type { EventPoster } from '../gateways/events/port.ts';
import type { MailGateway } from '../gateways/mail/port.ts';
import type { SmsGateway } from '../gateways/sms/port.ts';
import type { ClientLogins } from '../oidc/client-logins.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import type { Sites } from '../sites.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracer } from '../telemetry/tracer.ts';

export type JobLog = {
  info: (fields: object, text: string) => void;
  warn: (fields: object, text: string) => void;
  error: (fields: object, text: string) => void;
};

export type JobDependencies = PaymentDependencies &
  RenewalQuoteDependencies & {
    db: Db;
    clock: Clock;
    mail: MailGateway;
    sms: SmsGateway | null;
    makeToken: TokenMaker;
    sealer: Sealer;
    postEvent: EventPoster;
    sites: Sites;
    /** Identifies this system in events. */
    publicUrl: string;
    /** Null: bounces go to the sender's address, and are not processed. */
    bounceDomain: string | null;
    rateLimiter: RateLimiter;
    /** Null without a configured analytics service: events are stored and not forwarded. */
    analyticsForwarder: AnalyticsForwarder | null;
    /** Null if no client app signs people in here. */
    clientLogins: ClientLogins | null;
    /** Null if no canary runs. */
    rollBack: RollBack | null;
    log: JobLog;
    metrics: Metrics | null;
    tracer: Tracer | null;
    /** Returns jobs of dead workers to the queue, and deletes those replaced while a worker had them. */
    unlockWorkers: (workerIds: readonly string[]) => Promise<void>;
  };

/**
 * A kind of job. Its payload is ids only, so that the queue contains no personal data. If its handler throws, it is
 * retried with growing pauses, up to `maxAttempts`.
 */
export type Job<Payload = Record<string, never>> = {
  run: (dependencies: JobDependencies, payload: Payload) => Promise<void>;
};
