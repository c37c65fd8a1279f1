import { experimentState } from '#contract/boot.ts';
import type { Family } from '#contract/sign-up/family.ts';
import { afterFamily, type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { reportExposure } from '#web/analytics/use-exposure.ts';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { holdSignUp } from '#web/join-session/held-sign-up.ts';
import { registrationAccess } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { familyRefused, familySaved, packageChosen } from '#web/join-session/transitions.ts';
import { findPreselected } from '#web/plans/packages/package-query.ts';
import { bootData } from '#web/site/boot.ts';
import { familyBody, stepTwoValuesOf } from './family-form.ts';

export type SavedFamily = { ok: true; next: FlowPath } | { ok: false; problem: CallProblem };

/** Saves step 2 and returns the next address (specification 4.3). */
export async function saveFamily(family: Family): Promise<SavedFamily> {
  const access = registrationAccess(joinSession());
  if (!access) return { ok: true, next: paths.yourDetails };
  const result = await call('PUT /v2/registrations/:signupId/family', { ...access, body: familyBody(family) });
  if (!result.ok) {
    changeSession(familyRefused(result.problem.validationErrors));
    return { ok: false, problem: result.problem };
  }
  changeSession(familySaved({ values: stepTwoValuesOf(family), expiresAt: result.data.expiresAt }));
  return { ok: true, next: await nextPath(family.coParentDuplicateConfirmed) };
}

/** Whether a confirmed duplicate leads out of the sign-up (specification 4.3), which is then removed (4.5). */
export const duplicateEndsSignUp = (): boolean => experimentState(bootData(), 'packages-v2') === 'treatment';

async function nextPath(coParentDuplicateConfirmed: boolean): Promise<FlowPath> {
  const session = joinSession();
  const duplicateConfirmed = coParentDuplicateConfirmed || (session.stepOneValues?.parentDuplicateConfirmed ?? false);
  if (duplicateConfirmed) reportExposure(['packages-v2']);
  const packagesV2 = duplicateEndsSignUp();
  const card = duplicateConfirmed && packagesV2 ? null : await findPreselected(session);
  if (card) changeSession(packageChosen({ card, invited: false }));
  const { path } = afterFamily({ duplicateConfirmed, packagesV2, preselectedPackage: card !== null });
  if (path === paths.duplicate) holdSignUp();
  return path;
}
