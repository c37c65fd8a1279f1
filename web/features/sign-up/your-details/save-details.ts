import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { detailsSaved } from '#web/join-session/transitions.ts';
import { bootData } from '#web/site/boot.ts';
import { stepOneValuesOf } from './details-form.ts';
import type { Details } from './details-schema.ts';

/** Saves step 1, in a new registration or the existing one. Null when saved, otherwise the problem. */
export async function saveDetails(details: Details): Promise<CallProblem | null> {
  const session = joinSession();
  const access = registrationAccess(session);
  const { discount } = session;
  const body = { ...bodyOf(details), ...(discount ? { discountPercentage: discount.percentage } : {}) };
  const result = access
    ? await call('PUT /v2/registrations/:signupId', { ...access, body })
    : await call('POST /v2/registrations', { headers: discount ? { 'x-referrer-key': discount.referrer } : {}, body });
  if (!result.ok) return result.problem;
  const values = stepOneValuesOf(details, session.stepOneValues);
  changeSession(detailsSaved({ values, at: new Date().toISOString(), ...result.data }));
  return null;
}

function bodyOf({ parent, knowsCoParentEmail, referral, reach }: Details) {
  const { anonymousId } = bootData();
  return {
    parent,
    knowsCoParentEmail,
    referral,
    ...(reach ? { reach } : {}),
    sections: ['NAME' as const, 'PARENT' as const],
    segmentIdentify: true,
    ...(anonymousId ? { segmentAnonymousId: anonymousId } : {}),
  };
}
