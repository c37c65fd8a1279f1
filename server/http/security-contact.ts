import type { FastifyInstance } from 'fastify';
import { after, type Clock, days } from '../clock.ts';

type Site = { contact: string; publicUrl: string; clock: Clock };

/** RFC 9116. It runs out half a year after the process began: what nobody starts any more promises no answer. */
export function securityContactRoute(app: FastifyInstance, { contact, publicUrl, clock }: Site): void {
  const path = '/.well-known/security.txt';
  const text = [
    `Contact: ${contact}`,
    `Expires: ${after(clock.now(), days(180)).toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en, es',
    `Canonical: ${new URL(path, publicUrl).href}`,
  ].join('\n');
  app.get(path, { logLevel: 'silent' }, (_request, reply) => reply.type('text/plain; charset=utf-8').send(`${text}\n`));
}
