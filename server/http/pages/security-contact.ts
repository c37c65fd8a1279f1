import type { FastifyInstance } from 'fastify';
import { utcDay } from '#contract/fields/day.ts';
import { after, type Clock, days } from '../../clock.ts';
import { addressAt } from '../../sites.ts';
import { siteOf } from '../request-site.ts';

/** RFC 9116. It expires half a year after the process started: a contact that nobody maintains is not promised. */
export function securityContactRoute(
  app: FastifyInstance,
  { contact, clock }: { contact: string; clock: Clock },
): void {
  const path = '/.well-known/security.txt';
  const expires = `${utcDay(after(clock.now(), days(180)))}T00:00:00Z`;
  app.get(path, { logLevel: 'silent' }, (request, reply) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, es',
      `Canonical: ${addressAt(siteOf(request), path).href}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
