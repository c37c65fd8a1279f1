import type { FastifyInstance } from 'fastify';
import {
  askResumeLink,
  resumeByCode as byCodeRoute,
  resumeByLink as byLinkRoute,
  makeResumeCode as codeRoute,
  mailResumeLink as linkRoute,
  readRegistration,
} from '#contract/api/sign-up/resumptions.ts';
import { requestRecovery } from '../../identity/recovery-request.ts';
import { callerOf } from '../../rate-limits/network-address.ts';
import { openRegistration, viewRegistration } from '../../sign-up/open-registration.ts';
import { resumeByCode, resumeByLink } from '../../sign-up/resume-sign-up.ts';
import { type ElsewhereDependencies, mailResumeLink, makeResumeCode } from '../../sign-up/save-for-elsewhere.ts';
import { bind } from '../bind.ts';
import { accessOf } from '../guards.ts';

/** Sign-ups continued in another browser. */
export function resumptionRoutes(app: FastifyInstance, dependencies: ElsewhereDependencies): void {
  const { db, clock } = dependencies;
  bind(app, codeRoute, (call) => makeResumeCode(dependencies, { access: accessOf(call), order: call.body.order }));
  bind(app, linkRoute, (call) => {
    const { address, network = address } = callerOf(call.request.ip);
    return mailResumeLink(dependencies, { access: accessOf(call), order: call.body.order, network });
  });
  bind(app, readRegistration, async (call) => {
    const current = await openRegistration(dependencies, accessOf(call));
    return 'refused' in current ? current : viewRegistration(current);
  });
  bind(app, askResumeLink, async ({ body, language }) => {
    await requestRecovery(db, { params: { kind: 'SIGN_UP', typed: body }, language, at: clock.now() });
    return { outcome: 'SENT' as const };
  });
  bind(app, byCodeRoute, ({ body }) => resumeByCode(dependencies, body.code), {
    'resume-by-code': { subjects: ({ request }) => ({ ...callerOf(request.ip), everybody: 'all' }) },
  });
  bind(app, byLinkRoute, ({ body }) => resumeByLink(dependencies, body.token));
}
