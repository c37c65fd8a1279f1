import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, noOrigins } from './content-security-policy.ts';

type StaffPagesOptions = { distDir: string; https: boolean; cspReports: string };

/** The console's single document, for all its addresses. It may connect to this host only. */
export function staffPages(app: FastifyInstance, { distDir, https, cspReports }: StaffPagesOptions): void {
  const html = readFileSync(join(distDir, 'staff.html'), 'utf8');
  for (const url of ['/staff', '/staff/*'])
    app.get(url, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64url');
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': contentSecurityPolicy({ nonce, origins: noOrigins, https, reportTo: cspReports }),
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'x-robots-tag': 'noindex',
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), interest-cohort=()',
        })
        .send(html);
    });
}
