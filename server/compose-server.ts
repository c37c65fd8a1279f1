import type { Pool } from 'pg';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import { type WalletType, walletSwitches } from '#contract/sign-up/payment-types.ts';
import { announcementReader } from './catalog/announcements.ts';
import { catalogReader } from './catalog/catalog-reader.ts';
import { authenticationRule } from './checkout/authentication-rule.ts';
import type { Settled } from './checkout/settle-payment.ts';
import type { Clock } from './clock.ts';
import {
  createAnalyticsForwarder,
  createMail,
  createMailWebhook,
  createPlaces,
  createSms,
  createStaffIdentity,
  createTaxes,
} from './compose-adapters.ts';
import { openDatabases, reportLostConnection } from './compose-databases.ts';
import { openGateway } from './compose-gateway.ts';
import type { Config } from './config.ts';
import { databaseClock } from './database-clock.ts';
import type { Db } from './db/pool.ts';
import { listReader, type ReadList } from './db/replica.ts';
import { type RollBack, rolledBack } from './db/rolled-back.ts';
import { sellersOf } from './documents/sellers.ts';
import { experimentProvider } from './experiments/experiment-provider.ts';
import { createExperiments, settingsReader } from './experiments/experiments.ts';
import { exposureRecorder } from './experiments/record-exposures.ts';
import { addressProblem, webhookPoster } from './gateways/events/webhook-poster.ts';
import { canaryParts } from './jobs/canary.ts';
import { logLine } from './log-line.ts';
import { loadClientLogins } from './oidc/load-client-logins.ts';
import type { ClientLoginOptions } from './oidc/open-client-logins.ts';
import { paymentCompletions } from './payment-completions.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';
import { createSealer } from './sealed-secret.ts';
import { tokenMaker } from './secret.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { openTracer } from './telemetry/open-tracer.ts';
import { watchPool, watchWaitingWork } from './telemetry/waiting-work.ts';

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
    tax: await createTaxes(config),
    places: await createPlaces(config),
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
    sms: await createSms(config),
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
