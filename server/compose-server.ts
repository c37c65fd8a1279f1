import type { Pool } from 'pg';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import { walletSwitches, type WalletType } from '#contract/sign-up/payment-types.ts';
import { announcementReader } from './catalog/announcements.ts';
import { catalogReader } from './catalog/catalog-reader.ts';
import { authenticationRule } from './checkout/authentication-rule.ts';
import type { Settled } from './checkout/settle-payment.ts';
import { openDatabases, reportLostConnection } from './compose-databases.ts';
import { openGateway } from './compose-gateway.ts';
import type { Config } from './config.ts';
import type { Clock } from './clock.ts';
import { databaseClock } from './database-clock.ts';
import type { Db } from './db/pool.ts';
import { listReader, type ReadList } from './db/replica.ts';
import { type RollBack, rolledBack } from './db/rolled-back.ts';
import { canaryParts } from './jobs/canary.ts';
import { sellersOf } from './documents/sellers.ts';
import { experimentProvider } from './experiments/experiment-provider.ts';
import { createExperiments, settingsReader } from './experiments/experiments.ts';
import { exposureRecorder } from './experiments/record-exposures.ts';
import type { AnalyticsForwarder } from './gateways/analytics/port.ts';
import { addressProblem, webhookPoster } from './gateways/events/webhook-poster.ts';
import type { MailWebhook } from './gateways/mail/port.ts';
import { mailProviders } from './gateways/mail/reports/provider-reports.ts';
import { createSmtpMail } from './gateways/mail/smtp/smtp-mail.ts';
import { googlePlaces } from './gateways/places/google/google-places.ts';
import { offlinePlaces } from './gateways/places/offline/offline-places.ts';
import type { PlacesPort, PlacesProblem } from './gateways/places/port.ts';
import { regionCode } from './lookups/regions.ts';
import type { SmsGateway } from './gateways/sms/port.ts';
import { createTwilioSms } from './gateways/sms/twilio/twilio-sms.ts';
import { offlineTaxes } from './gateways/tax/offline/offline-taxes.ts';
import { paymentCompletions } from './payment-completions.ts';
import { logLine } from './log-line.ts';
import { loadClientLogins } from './oidc/load-client-logins.ts';
import type { ClientLoginOptions } from './oidc/open-client-logins.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';
import { createSealer } from './sealed-secret.ts';
import { tokenMaker } from './secret.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { openTracer } from './telemetry/open-tracer.ts';
import { watchPool, watchWaitingWork } from './telemetry/waiting-work.ts';

function createPlaces({ PLACES_PROVIDER, GOOGLE_PLACES_KEY, SANDBOX_URL }: Config): PlacesPort {
  if (PLACES_PROVIDER === 'offline') return offlinePlaces();
  const onProblem = (problem: PlacesProblem) => logLine('warn', 'place suggestions unavailable', problem);
  const sandbox = PLACES_PROVIDER === 'sandbox' ? { baseUrl: `${SANDBOX_URL}/places` } : {};
  return googlePlaces({ apiKey: GOOGLE_PLACES_KEY ?? 'sandbox', regionCodeOf: regionCode, onProblem, ...sandbox });
}

function createSms({
  SMS_PROVIDER,
  SANDBOX_URL,
  TWILIO_ACCOUNT_SID,
  TWILIO_AUTH_TOKEN,
  TWILIO_FROM,
  PUBLIC_URL,
}: Config): SmsGateway | null {
  if (SMS_PROVIDER === 'none') return null;
  const baseUrl = SMS_PROVIDER === 'sandbox' ? SANDBOX_URL : 'https://api.twilio.com';
  return createTwilioSms({
    baseUrl,
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    reportsTo: new URL('/api/webhooks/twilio', PUBLIC_URL).href,
  });
}

function createMailWebhook({ mailWebhook }: Config): MailWebhook | null {
  if (!mailWebhook) return null;
  const { provider, key } = mailWebhook;
  return { provider, read: (call) => mailProviders[provider].read({ ...call, key }) };
}

/** Null without a write key; the adapter is then not even loaded. */
async function createAnalyticsForwarder({
  SEGMENT_WRITE_KEY: writeKey,
  SEGMENT_URL: host,
}: Config): Promise<AnalyticsForwarder | null> {
  if (!writeKey) return null;
  const { segmentForwarder } = await import('./gateways/analytics/segment/segment-forwarder.ts');
  return segmentForwarder({ writeKey, host });
}

/** Null without a configured identity provider; the adapter is then not even loaded. */
async function createStaffIdentity({ staff }: Config) {
  if (staff === null) return null;
  const { openidIdentity } = await import('./gateways/staff-identity/openid/openid-identity.ts');
  return openidIdentity({ ...staff, redirectUri: new URL('/staff/signed-in', staff.url).href });
}

/** The movable clock for development. If real money is taken, its module is not even loaded. */
async function openDevelopment(
  { takesRealMoney }: Config,
  options: { db: Db; base: Clock; onError: (error: unknown) => void },
) {
  if (takesRealMoney) return null;
  const { openMovableClock } = await import('./development/movable-clock.ts');
  return openMovableClock(options);
}

function countPayment(metrics: Metrics) {
  return ({ attempt, outcome }: Settled) => {
    // Only an approval includes the payment method; a decline includes little more than its reason.
    const paymentType = outcome.outcome === 'approved' ? outcome.paymentMethod.type : 'none';
    metrics.paymentSettled({ purpose: attempt.purpose, outcome: outcome.outcome, paymentType });
  };
}

/** Loads the OpenID provider and its packages only if client apps are configured. */
async function openClients(
  { OIDC_CLIENTS: clients, sites, secureCookies }: Config,
  options: Omit<ClientLoginOptions, 'clients' | 'sites' | 'secureCookies'>,
) {
  if (clients.length === 0) return null;
  const { openClientLogins } = await loadClientLogins();
  return openClientLogins({ ...options, clients, sites, secureCookies });
}

function createMail(config: Config) {
  return createSmtpMail({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    neutralFrom: config.NEUTRAL_MAIL_FROM,
    dkim: config.dkim,
    listUnsubscribe: config.LIST_UNSUBSCRIBE,
    providerHeaders: config.mailWebhook ? mailProviders[config.mailWebhook.provider].headersOf : undefined,
    requireTls: config.takesRealMoney,
  });
}

type MetricSources = { pool: Pool; jobPool: Pool; clock: Clock };

/** Null if no metrics port is configured. */
function openMetrics({ METRICS_PORT, CANARY }: Config, { pool, jobPool, clock }: MetricSources): Metrics | null {
  if (METRICS_PORT === undefined) return null;
  const metrics = createMetrics();
  watchWaitingWork(metrics, { pool: jobPool, now: clock.now });
  watchPool(metrics, { pool, name: 'requests' });
  watchPool(metrics, { pool: jobPool, name: 'jobs' });
  if (CANARY) metrics.canaryOn(canaryParts);
  return metrics;
}

const reportSignInFault = ({ name, message, stack }: Error) =>
  logLine('error', 'sign-in to an app failed', { err: { name, message, stack } });

/** Chooses the adapters by the configuration and builds what every process needs. */
export async function composeServer(
  config: Config,
  { poolSize, open = openDatabases }: { poolSize: number; open?: typeof openDatabases },
) {
  const tracer = await openTracer({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    share: config.OTEL_TRACES_SAMPLER_ARG,
  });
  const databases = open(config, { poolSize, tracer });
  const { pool, jobPool, db, sharedDb, replica } = databases;
  const onError = reportLostConnection;
  const databaseTime = await databaseClock({ db, everyMs: 30_000, onError });
  const development = await openDevelopment(config, { db, base: databaseTime, onError });
  const clock: Clock = development?.clock ?? databaseTime;
  const lists = replica && listReader({ primary: sharedDb, replica, clock, everyMs: 1_000, onError });
  const readList: ReadList = lists?.readList ?? ((_, read) => read(db));
  const metrics = openMetrics(config, { pool, jobPool, clock });
  const { gateway, requireMerchantAccount } = openGateway(config, { metrics, tracer });
  const makeToken = tokenMaker(config.APP_SECRET);
  const sealer = createSealer(config.sealingKeys);
  const mail = createMail(config);
  const rollBack: RollBack = (work) => rolledBack(jobPool, work);
  const readSettings = settingsReader(sharedDb);
  const experiments = await createExperiments({ provider: experimentProvider(readSettings) });
  const readCatalog = catalogReader({ db: sharedDb, clock });
  const dependencies = {
    db,
    readList,
    hasReplica: replica !== null,
    clock,
    developmentRoutes: development?.routes ?? null,
    registrationTtlMinutes: config.REGISTRATION_TTL_MINUTES,
    readCatalog,
    tax: offlineTaxes({ registeredIn: config.TAX_REGISTRATIONS ?? null }),
    places: createPlaces(config),
    gateway,
    requiresAuthentication: authenticationRule({
      also: config.CARD_AUTHENTICATION_ALSO,
      exempt: config.CARD_AUTHENTICATION_EXEMPT,
    }),
    isSwitchedOff: (wallet: WalletType) => experiments.isOn(walletSwitches[wallet]),
    completions: paymentCompletions({ makeToken, registrationTtlMinutes: config.REGISTRATION_TTL_MINUTES }),
    sellers: sellersOf(config.sellers, config),
    onSettled: metrics ? countPayment(metrics) : undefined,
    metrics,
    tracer,
    makeToken,
    mail,
    sms: createSms(config),
    rateLimiter: createRateLimiter({ pool, makeToken, factor: config.RATE_LIMIT_FACTOR }),
    analyticsForwarder: await createAnalyticsForwarder(config),
    staffIdentity: await createStaffIdentity(config),
    sealer,
    clientLogins: await openClients(config, { db, clock, sealer, readCatalog, onFault: reportSignInFault }),
    postEvent: webhookPoster(config.events),
    eventAddressProblem: (url: string) => addressProblem(url, config.events),
    requiresFactor: (role: UserRole) => role === 'PROFESSIONAL' && config.REQUIRE_SECOND_FACTOR_FOR === 'professionals',
    sites: config.sites,
    publicUrl: config.PUBLIC_URL,
    bounceDomain: config.BOUNCE_DOMAIN ?? null,
    mailWebhook: createMailWebhook(config),
    rollBack: config.CANARY ? rollBack : null,
    experiments,
    announced: announcementReader({ db: sharedDb, clock }),
    recordExposures: exposureRecorder({ db, clock, readSettings }),
  };
  const close = async () => {
    databaseTime.stop();
    development?.stop();
    lists?.stop();
    await mail.close();
    await databases.close();
    await tracer?.close();
  };
  return { dependencies, jobPool, requireMerchantAccount, close };
}
