import type { FastifyInstance } from 'fastify';
import { previewInvite } from '#contract/api/invites/invite-previews.ts';
import {
  createRegistration,
  extendRegistration as extendRoute,
  setInviteTiming,
  updateFamily,
  updateRegistration as updateRoute,
} from '#contract/api/sign-up/registrations.ts';
import type { PreviewDependencies } from '../../invites/preview-invite.ts';
import { referrerKeyOf } from '../../pricing/referrer.ts';
import { extendRegistration, type SignUpDependencies } from '../../sign-up/open-registration.ts';
import { previewTypedInvite } from '../../sign-up/preview-typed-invite.ts';
import { saveFamily } from '../../sign-up/save-family.ts';
import { startRegistration } from '../../sign-up/start-registration.ts';
import { timeTypedInvite } from '../../sign-up/time-invite.ts';
import { updateRegistration } from '../../sign-up/update-registration.ts';
import { bind } from '../bind.ts';
import { accessOf } from '../guards.ts';
import { siteOf } from '../request-site.ts';
import { provenEmail } from './address-codes.ts';

export function registrationRoutes(app: FastifyInstance, dependencies: SignUpDependencies & PreviewDependencies): void {
  bind(app, createRegistration, async ({ body, headers, language, request }) =>
    startRegistration(dependencies, {
      body,
      context: {
        language,
        referrerKey: referrerKeyOf(headers['x-referrer-key']),
        anonymousId: headers['x-anonymous-id'] ?? null,
        siteCountry: siteOf(request).country,
        provenEmail: await provenEmail(request),
      },
    }),
  );
  bind(app, updateRoute, async (call) =>
    updateRegistration(dependencies, {
      access: accessOf(call),
      body: call.body,
      context: {
        language: call.language,
        referrerKey: referrerKeyOf(call.headers['x-referrer-key']),
        provenEmail: await provenEmail(call.request),
      },
    }),
  );
  bind(app, updateFamily, (call) => saveFamily(dependencies, { access: accessOf(call), body: call.body }));
  bind(app, previewInvite, (call) => previewTypedInvite(dependencies, { access: accessOf(call), body: call.body }));
  bind(app, setInviteTiming, (call) => timeTypedInvite(dependencies, { access: accessOf(call), timing: call.body }));
  bind(app, extendRoute, (call) => extendRegistration(dependencies, accessOf(call)));
}
