import type { FastifyInstance } from 'fastify';
import type { Route, RouteRules } from '#contract/api/route.ts';

/**
 * Where browsers report what the policy blocked (SEC13). Only the kind and origin are kept: reports contain whole URLs.
 */
export const cspReportsPath = '/api/csp-reports';

const rules: RouteRules & Pick<Route, 'method'> = { method: 'POST', caller: 'anyone', limits: ['report-policy'] };

type CspReport = { directive: string; blocked: string };

const word = /^[a-z-]{1,40}$/;

function originOf(address: unknown): string {
  if (typeof address !== 'string') return 'unknown';
  return URL.canParse(address) ? new URL(address).origin : word.test(address) ? address : 'unknown';
}

function readReport(value: unknown): CspReport | null {
  if (typeof value !== 'object' || value === null) return null;
  const body = 'csp-report' in value ? value['csp-report'] : 'body' in value ? value.body : null;
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const directive = fields['effective-directive'] ?? fields['effectiveDirective'] ?? fields['violated-directive'];
  return {
    directive: typeof directive === 'string' && word.test(directive) ? directive : 'unknown',
    blocked: originOf(fields['blocked-uri'] ?? fields['blockedURL']),
  };
}

const sampleMs = 60_000;
const kindsPerSample = 20;

/**
 * Logs the first report of each kind per minute, and at most twenty kinds, so that a browser extension or forged
 * reports cannot fill the log.
 */
export function sampleReports(now: () => number): (report: CspReport) => boolean {
  let logged = new Set<string>();
  let endsAt = 0;
  return ({ directive, blocked }) => {
    if (now() >= endsAt) {
      logged = new Set();
      endsAt = now() + sampleMs;
    }
    const kind = `${directive} ${blocked}`;
    if (logged.has(kind) || logged.size >= kindsPerSample) return false;
    logged.add(kind);
    return true;
  };
}

export function cspReportRoutes(app: FastifyInstance): void {
  const isSampled = sampleReports(Date.now);
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(null, null);
      }
    },
  );
  app.post('/csp-reports', { schema: { hide: true }, config: { rules } }, async (request, reply) => {
    const reports = (Array.isArray(request.body) ? request.body.slice(0, 20) : [request.body]).map(readReport);
    for (const report of reports)
      if (report && isSampled(report)) request.log.warn(report, 'content blocked by policy');
    return reply.code(204).send();
  });
}
