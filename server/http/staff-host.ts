import type { FastifyInstance } from 'fastify';

const ofStaff = /^\/(?:staff|api\/v2\/staff)(?:[/?]|$)/i;
/** Files of pages, and what those who run the hosts ask. */
const ofBoth = /^\/(?:app\/assets\/|healthz|readyz)/;

/** Whether an address belongs to the console. */
export const isForStaff = (url: string): boolean => ofStaff.test(url);

/** Where the console has a host of its own, nothing else answers there, and it answers nowhere else. */
export function keepStaffApart(
  app: FastifyInstance,
  { publicUrl, staffUrl }: { publicUrl: string; staffUrl: string | null },
): void {
  const staffHost = new URL(staffUrl ?? publicUrl).host;
  if (staffHost === new URL(publicUrl).host) return;
  app.addHook('onRequest', async (request, reply) => {
    if (ofBoth.test(request.url) || isForStaff(request.url) === (request.host === staffHost)) return;
    return reply.callNotFound();
  });
}
