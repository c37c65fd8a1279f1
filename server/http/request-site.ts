import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostNames, type Site, type Sites } from '../sites.ts';
import { routedPath } from './routed-path.ts';
import { isForStaff } from './staff-host.ts';

/** Routes of the pages' files, and those that operators of the hosts request. */
const atEveryHost = /^\/(?:app\/assets\/|healthz$|readyz$)/;
/** Routes for machines that authenticate by a signature or a secret: inside a cluster they use other host names. */
const ofMachines = /^\/api\/(?:webhooks|v3)\//;
/** Paths that no page has, whether they match a route or not. */
const ofPrograms = /^\/(?:api|oidc)(?:\/|$)/i;

declare module 'fastify' {
  interface FastifyInstance {
    sites: Sites | null;
  }
}

type Hosts = { sites: Sites; staffUrl: string | null };

/**
 * Adds the site to each request. For an unknown host pages are redirected to the main site and everything else is
 * refused, because a stranger's domain must not serve our site. The console is served only on its own host, which
 * serves nothing else.
 */
export function answerAtSites(app: FastifyInstance, { sites, staffUrl }: Hosts): void {
  app.decorate('sites', sites);
  const namesStaff = hostNames(staffUrl ?? sites.main.origin);
  const staffSite = sites.all.find(({ origin }) => namesStaff(new URL(origin).host)) ?? null;
  app.addHook('onRequest', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    if (atEveryHost.test(route)) return;
    const host = hostOf(request);
    const site = sites.at(host);
    const isStaffHost = staffSite === null ? namesStaff(host) : site === staffSite;
    if (isForStaff(request)) return isStaffHost ? undefined : reply.callNotFound();
    if (isStaffHost && staffSite === null) return reply.callNotFound();
    if (site !== null || ofMachines.test(route)) return;
    return leadToSite(request, reply, sites.main);
  });
}

/**
 * The host that the request was sent to. Never `X-Forwarded-Host`: most proxies pass on what a client sends there, so a
 * trusted proxy would let anybody choose site and console.
 */
const hostOf = ({ headers }: FastifyRequest): string => headers.host ?? '';

/** The address is appended to our origin unchanged: nothing in it can name another host. */
function leadToSite({ method, url }: FastifyRequest, reply: FastifyReply, { origin }: Site): FastifyReply {
  if (method !== 'GET' || !url.startsWith('/') || ofPrograms.test(routedPath(url))) {
    reply.callNotFound();
    return reply;
  }
  return reply.header('cache-control', 'no-store').redirect(origin + url, 302);
}

/** The site of a request. Machines that use another host name are at the main one. */
export function siteOf(request: FastifyRequest): Site {
  const { sites } = request.server;
  if (!sites) throw new Error('Call answerAtSites(app, …) before adding routes that need the site');
  return sites.at(hostOf(request)) ?? sites.main;
}
