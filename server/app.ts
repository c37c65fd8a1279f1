import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Visit } from './analytics/visit.ts';
import type { ReadList } from './db/replica.ts';
import type { Experiments } from './experiments/experiments.ts';
import type { RecordExposures } from './experiments/record-exposures.ts';
import type { MailWebhook } from './gateways/mail/port.ts';
import type { PlacesPort } from './gateways/places/port.ts';
import type { SmsGateway } from './gateways/sms/port.ts';
import type { StaffIdentity } from './gateways/staff-identity/port.ts';
import { apiDocs } from './http/api-docs.ts';
import { handleErrors } from './http/error-handler.ts';
import { guardCalls } from './http/guards.ts';
import { forgetLeftBrowsers } from './http/left-browser.ts';
import { limitCalls } from './http/limit-calls.ts';
import { createLoad, type Load } from './http/load/load.ts';
import { loadSheddingServer } from './http/load/reject-overload.ts';
import { refuseUnderPressure, refuseWhileBehind, shedLoad } from './http/load/shed-load.ts';
import { measureCalls } from './http/measure-calls.ts';
import { appleDomainRoute } from './http/pages/apple-domain.ts';
import { releaseOf } from './http/pages/page-store.ts';
import { pages } from './http/pages/pages.ts';
import { securityContactRoute } from './http/pages/security-contact.ts';
import { answerUnreadable, securityHeaders } from './http/pages/security-headers.ts';
import { staffPages } from './http/pages/staff-pages.ts';
import { recordRefusals } from './http/record-refusals.ts';
import { refuseForeignPosts } from './http/refuse-foreign-posts.ts';
import { logRequests } from './http/request-log.ts';
import { answerAtSites } from './http/request-site.ts';
import { criticalRoutes, requireRules } from './http/route-rules.ts';
import { accountRoutes } from './http/routes/account.ts';
import { accountActivityRoutes } from './http/routes/account-activity.ts';
import { accountPaymentRoutes } from './http/routes/account-payments.ts';
import { addressCodeRoutes } from './http/routes/address-codes.ts';
import { analyticsRoutes } from './http/routes/analytics.ts';
import { calendarRoutes } from './http/routes/calendar.ts';
import { caseImportRoutes } from './http/routes/case-imports.ts';
import { clientLoginRoutes } from './http/routes/client-logins.ts';
import { coParentInviteRoutes } from './http/routes/co-parent-invite.ts';
import { codeBundleRoutes } from './http/routes/code-bundles.ts';
import { credentialRoutes } from './http/routes/credentials.ts';
import { cspReportRoutes, cspReportsPath } from './http/routes/csp-reports.ts';
import { entitlementRoutes } from './http/routes/entitlements.ts';
import { feeWaiverRoutes } from './http/routes/fee-waivers.ts';
import { healthRoutes } from './http/routes/health.ts';
import { inviteStopRoutes } from './http/routes/invite-stops.ts';
import { inviteRoutes } from './http/routes/invites.ts';
import { invoiceAddressRoutes } from './http/routes/invoice-address.ts';
import { lookupRoutes } from './http/routes/lookups.ts';
import { type OfferRoutesDependencies, offerRoutes } from './http/routes/offers.ts';
import { ownershipClaimRoutes } from './http/routes/ownership-claims.ts';
import { type PaymentRoutesDependencies, paymentRoutes } from './http/routes/payments.ts';
import { professionalAccountRoutes } from './http/routes/professional-account.ts';
import { professionalCaseRoutes } from './http/routes/professional-cases.ts';
import { professionalRoutes } from './http/routes/professionals.ts';
import { profileRoutes } from './http/routes/profile.ts';
import { proofRoutes } from './http/routes/proofs.ts';
import { reachRoutes } from './http/routes/reach.ts';
import { recoveryRoutes } from './http/routes/recovery.ts';
import { registrationRoutes } from './http/routes/registrations.ts';
import { renewalChoiceRoutes } from './http/routes/renewal-choices.ts';
import { resumptionRoutes } from './http/routes/resumptions.ts';
import { secondFactorRoutes } from './http/routes/second-factors.ts';
import { sessionRoutes } from './http/routes/sessions.ts';
import { type SignInDependencies, signInRoutes } from './http/routes/sign-in.ts';
import { staffRoutes } from './http/routes/staff/staff.ts';
import { staffEventRoutes } from './http/routes/staff/staff-events.ts';
import { staffExperimentRoutes } from './http/routes/staff/staff-experiments.ts';
import { staffPeopleRoutes } from './http/routes/staff/staff-people.ts';
import { staffPriceRoutes } from './http/routes/staff/staff-prices.ts';
import { staffQueueRoutes } from './http/routes/staff/staff-queues.ts';
import { unpaidOrderRoutes } from './http/routes/unpaid-orders.ts';
import { webhookRoutes } from './http/routes/webhooks.ts';
import { secondStepRoutes } from './http/second-step.ts';
import { signedIn } from './http/signed-in.ts';
import { traceCalls } from './http/trace-calls.ts';
import { type VisitorOptions, visitors } from './http/visitor.ts';
import { lookups } from './lookups/lookups.ts';
import type { ClientLogins } from './oidc/client-logins.ts';
import type { Sites } from './sites.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Tracer } from './telemetry/tracer.ts';

export type AppOptions = {
  /** URL of the staff console; null if there is none. */
  staffUrl: string | null;
  secureCookies: boolean;
  mayForceExperiments: boolean;
  /** Base URL of the affiliate's tag for receipts; without it no tag loads. */
  affiliateUrl?: string | null | undefined;
  /** Neutral page of another site, the target of the quick-exit link. */
  leaveAddress: string;
  /** Google's merchant ID for Google Pay, passed to the pages. */
  googleMerchantId?: string | undefined;
  /** Contact for vulnerability reports (security.txt): `mailto:…` or a URL. */
  securityContact: string;
  /** Content of Apple Pay's domain association file; without it the file is not served. */
  appleDomainAssociation?: string | undefined;
  /** Folder of the web build; null serves the API alone. */
  webDist: string | null;
  logger: FastifyServerOptions['logger'];
  trustProxy?: string | undefined;
  /** Maximum concurrent API calls of this process; flows and payments in progress get more (`http/load.ts`). */
  maxInFlight: number;
  /**
   * Calls are refused while the event loop lags by more than this; 0 turns this off if other work shares the process.
   */
  maxEventLoopDelayMs?: number;
  isStopping?: () => boolean;
  /** Whether the database lacks migrations of this release; if so, nothing is served. */
  isDatabaseBehind?: () => boolean;
};

export type AppDependencies = Omit<OfferRoutesDependencies & PaymentRoutesDependencies, 'experimentsOf'> &
  SignInDependencies & {
    /** Null if real money is taken: the clock must not be movable there. */
    developmentRoutes: ((app: FastifyInstance) => void) | null;
    sites: Sites;
    experiments: Experiments;
    announced: VisitorOptions['announced'];
    recordExposures: RecordExposures;
    readList: ReadList;
    hasReplica: boolean;
    places: PlacesPort;
    mailWebhook: MailWebhook | null;
    sms: SmsGateway | null;
    eventAddressProblem: (url: string) => string | null;
    /** Null if there is no console. */
    staffIdentity: StaffIdentity | null;
    /** Null if there are no client apps. */
    clientLogins: ClientLogins | null;
    metrics: Metrics | null;
    tracer: Tracer | null;
  };

/** In bytes, far above a family with twenty children. Routes with larger bodies set `maxBodyBytes`. */
const bodyLimit = 64 * 1024;

/** Assembles the application; it does not listen yet. */
export async function buildApp(options: AppOptions, dependencies: AppDependencies): Promise<FastifyInstance> {
  const https = dependencies.sites.main.origin.startsWith('https:');
  const load = createLoad(options);
  const critical = criticalRoutes();
  const isStopping = options.isStopping ?? (() => false);
  const app = Fastify({
    serverFactory: loadSheddingServer({
      load,
      https,
      isStopping,
      criticalRoute: critical.find,
      onRejected: dependencies.metrics?.callRejected,
    }),
    frameworkErrors: answerUnreadable({ https }),
    logger: options.logger ?? false,
    bodyLimit,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app, { release: options.webDist === null ? null : releaseOf(join(options.webDist, 'pages')) });
  logRequests(app);
  if (dependencies.tracer) traceCalls(app, dependencies.tracer);
  if (dependencies.metrics) measureCalls(app, dependencies.metrics);
  securityHeaders(app, { https });
  answerAtSites(app, { sites: dependencies.sites, staffUrl: options.staffUrl });
  await app.register(cookie);
  const { db, clock, hasReplica } = dependencies;
  signedIn(app, { db, clock, hasReplica, secureCookies: options.secureCookies });
  forgetLeftBrowsers(app);
  await refuseUnderPressure(app, options);
  refuseWhileBehind(app, { isBehind: options.isDatabaseBehind ?? (() => false) });
  const { experimentsOf, bootFor, visitOf } = visitors(app, {
    ...options,
    clock,
    sendsTexts: dependencies.sms !== null,
    mayForce: options.mayForceExperiments,
    experiments: dependencies.experiments,
    announced: dependencies.announced,
    readCatalog: dependencies.readCatalog,
    clientAppAt: dependencies.clientLogins?.appAt,
  });
  healthRoutes(app, { db: dependencies.db, isStopping });
  appleDomainRoute(app, options.appleDomainAssociation);
  securityContactRoute(app, { contact: options.securityContact, clock });
  await app.register(
    (api) => {
      critical.watch(api);
      return apiRoutes(
        api,
        { ...dependencies, experimentsOf, visitOf, secureCookies: options.secureCookies },
        { ...options, load },
      );
    },
    {
      prefix: '/api',
    },
  );
  const { clientLogins } = dependencies;
  if (clientLogins) await clientLoginRoutes(app, { ...dependencies, clientLogins, load });
  if (options.webDist !== null) {
    const origins = dependencies.gateway.browserOrigins;
    await app.register(pages, { distDir: options.webDist, bootFor, origins, https, cspReports: cspReportsPath });
    if (dependencies.staffIdentity) staffPages(app, { distDir: options.webDist, https, cspReports: cspReportsPath });
  }
  return app;
}

type RouteDependencies = AppDependencies &
  Pick<OfferRoutesDependencies, 'experimentsOf'> & {
    secureCookies: boolean;
    visitOf: (request: FastifyRequest) => Visit;
  };

async function apiRoutes(
  api: FastifyInstance,
  dependencies: RouteDependencies,
  { staffUrl, load }: Pick<AppOptions, 'staffUrl'> & { load: Load },
): Promise<void> {
  shedLoad(api, load);
  dependencies.metrics?.watch({
    name: 'evenkeel_calls_in_flight',
    help: 'Calls of the API being worked on',
    read: load.inFlight,
  });
  refuseForeignPosts(api, { staffUrl });
  requireRules(api);
  limitCalls(api, dependencies.rateLimiter);
  guardCalls(api, dependencies);
  recordRefusals(api, dependencies);
  api.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await apiDocs(api, dependencies);
  await api.register(async (reports) => cspReportRoutes(reports));
  // One child context, so that the API documentation registered above sees every route below.
  await api.register(async (calls) => {
    registrationRoutes(calls, dependencies);
    resumptionRoutes(calls, dependencies);
    offerRoutes(calls, dependencies);
    feeWaiverRoutes(calls, dependencies);
    paymentRoutes(calls, dependencies);
    credentialRoutes(calls, dependencies);
    inviteRoutes(calls, dependencies);
    professionalRoutes(calls, dependencies);
    professionalCaseRoutes(calls, dependencies);
    caseImportRoutes(calls, dependencies);
    codeBundleRoutes(calls, dependencies);
    professionalAccountRoutes(calls, dependencies);
    unpaidOrderRoutes(calls, dependencies);
    accountRoutes(calls, dependencies);
    reachRoutes(calls, dependencies);
    invoiceAddressRoutes(calls, dependencies);
    accountPaymentRoutes(calls, dependencies);
    renewalChoiceRoutes(calls, dependencies);
    accountActivityRoutes(calls, dependencies);
    calendarRoutes(calls, dependencies);
    proofRoutes(calls, dependencies);
    coParentInviteRoutes(calls, dependencies);
    profileRoutes(calls, dependencies);
    ownershipClaimRoutes(calls, dependencies);
    addressCodeRoutes(calls, dependencies);
    const { staffIdentity } = dependencies;
    if (staffIdentity) {
      staffRoutes(calls, { ...dependencies, staffIdentity });
      staffPeopleRoutes(calls, dependencies);
      staffQueueRoutes(calls, dependencies);
      staffExperimentRoutes(calls, dependencies);
      staffPriceRoutes(calls, dependencies);
      staffEventRoutes(calls, dependencies);
    }
    dependencies.developmentRoutes?.(calls);
    analyticsRoutes(calls, dependencies);
    sessionRoutes(calls, dependencies);
    secondFactorRoutes(calls, dependencies);
    secondStepRoutes(calls, dependencies);
    await calls.register(async (scope) => entitlementRoutes(scope, dependencies));
    await calls.register((scope) => signInRoutes(scope, dependencies));
    await calls.register(async (scope) => recoveryRoutes(scope, dependencies));
    await calls.register(async (scope) => webhookRoutes(scope, dependencies));
    await calls.register(async (scope) => inviteStopRoutes(scope, dependencies));
    await calls.register(lookupRoutes({ lookups, places: dependencies.places }));
  });
}
