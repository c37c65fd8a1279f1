import type { InviteContext } from '#contract/api/invites/invites.ts';
import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { call } from '#web/api/call.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { packageChosen } from '#web/join-session/transitions.ts';
import { packageQuery } from '#web/plans/packages/package-query.ts';
import { bootData } from '#web/site/boot.ts';
import { startsOnCoParentsPlan } from '../click-to-join.ts';

/**
 * Click-to-join: chooses the co-parent's plan, which can be changed by Back from payment. Null if a plan must be
 * chosen.
 */
export async function chooseCoParentsPlan(context: InviteContext): Promise<FlowPath | null> {
  if (!startsOnCoParentsPlan({ context, experiments: bootData().experiments })) return null;
  const offers = await call('GET /v2/packages', packageQuery(joinSession()));
  const card = offers.ok ? offers.data.packages.find(({ id }) => id === context.coparentPackageId) : undefined;
  if (!card) return null;
  changeSession(packageChosen({ card, invited: true }));
  return paths.invitePayment;
}
