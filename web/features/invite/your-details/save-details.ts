import type { InviteContext } from '#contract/api/invites/invites.ts';
import type { Step } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { invitedDetailsSaved, inviteLoaded } from '#web/join-session/invite-transitions.ts';
import { inviteAccess, type StepOneValues } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import type { Details } from './details-schema.ts';

/** The response a call without a link would get. */
export const invalidInvite = (): { ok: false; problem: CallProblem } => ({
  ok: false,
  problem: {
    code: 'INVITE_TOKEN_INVALID',
    status: 112,
    message: m.problem_invite_token_invalid(),
    validationErrors: [],
  },
});

type Saved = { ok: true; context: InviteContext } | { ok: false; problem: CallProblem };

/** Saves step 1 of the invited parent, and stores which steps remain. */
export async function saveInvitedDetails({
  details: { parent, reach },
  previous,
}: {
  details: Details;
  previous: StepOneValues;
}): Promise<Saved> {
  const access = inviteAccess(joinSession());
  if (!access) return invalidInvite();
  const { userId, headers } = access;
  const result = await call('PUT /v2/invites/parents/:userId', {
    params: { userId },
    headers,
    body: { parent: { ...parent, userId }, sections: ['NAME', 'PARENT'], ...(reach ? { reach } : {}) },
  });
  if (!result.ok) return result;
  const { context, lastCompletedStep, inviteToken } = result.data;
  const { firstName, lastName, email, phoneCountryCode: countryCode, phoneNumber } = parent;
  changeSession(inviteLoaded(context, inviteToken));
  changeSession(
    invitedDetailsSaved({
      values: { ...previous, firstName, lastName, email, countryCode, phoneNumber, reach },
      lastCompletedStep: lastCompletedStep as Step,
    }),
  );
  return { ok: true, context };
}
