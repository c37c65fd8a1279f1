import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Site, Sites } from '../sites.ts';
import { isForStaff } from './staff-host.ts';

/** Files of pages, and what those who run the hosts ask. */
const atEveryHost = /^\/(?:app\/assets\/|healthz|readyz)/;
/** What machines ask that prove by a signature or a secret who they are: inside a cluster by other names. */
const ofMachines = /^\/api\/(?:webhooks|v3)\//;
const ofPrograms = /^\/(?:api|oidc)(?:[/?]|$)/i;

declare module 'fastify' {
  interface FastifyInstance {
    sites: Sites | null;
  }
}

type Hosts = { sites: Sites; staffUrl: string | null };

/**
 * Adds the site to each request. For an unknown host pages are redirected to the main site and everything else is
 * refused, because a stranger's domain must not serve our site. The console is served on its own host alone, and
 * nothing else is there.
 */
export function answerAtSites(app: FastifyInstance, { sites, staffUrl }: Hosts): void {
  app.decorate('sites', sites);
  const staffHost = new URL(staffUrl ?? sites.main.origin).host;
  const staffSite = sites.all.find(({ origin }) => new URL(origin).host === staffHost) ?? null;
  app.addHook('onRequest', async (request, reply) => {
    const { url, host } = request;
    if (atEveryHost.test(url)) return;
    const site = sites.at(host);
    const isStaffHost = staffSite === null ? host === staffHost : site === staffSite;
    if (isForStaff(url)) return isStaffHost ? undefined : reply.callNotFound();
    if (isStaffHost && staffSite === null) return reply.callNotFound();
    if (site !== null || ofMachines.test(url)) return;
    return leadToSite(request, reply, sites.main);
  });
}

/** The address is put behind our origin as it is: nothing in it can name another host. */
function leadToSite({ method, url }: FastifyRequest, reply: FastifyReply, { origin }: Site): FastifyReply {
  if (method !== 'GET' || !url.startsWith('/') || ofPrograms.test(url)) {
    reply.callNotFound();
    return reply;
  }
  return reply.header('cache-control', 'no-store').redirect(origin + url, 302);
}

/** The site that a request is at. Machines that ask by another name are at the main one. */
export function siteOf({ server: { sites }, host }: FastifyRequest): Site {
  if (!sites) throw new Error('answerAtSites(app, …) has to come before routes that ask for the site');
  return sites.at(host) ?? sites.main;
}
