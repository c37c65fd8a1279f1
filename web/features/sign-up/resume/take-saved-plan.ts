import type { OrderDetail } from '#contract/api/prices.ts';
import { call } from '#web/api/call.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { buildYourOwnChosen, packageChosen } from '#web/join-session/transitions.ts';
import { upgradeDefaults } from '#web/plans/build-your-own/build-form.ts';
import { packageQuery } from '#web/plans/packages/package-query.ts';

/** Chooses the saved plan with its options; returns whether all of it is still offered. */
export async function takeSavedPlan({ packageId, productId, services }: OrderDetail): Promise<boolean> {
  const offered = await call('GET /v2/packages', packageQuery(joinSession()));
  const card = offered.ok ? offered.data.packages.find(({ id }) => id === packageId) : undefined;
  if (!card) return false;
  if (!card.buildYourOwn) {
    changeSession(packageChosen({ card, invited: false }));
    return true;
  }
  const isOffered = (code: string) => card.options.some(({ optionCode }) => optionCode === code);
  if (card.productId !== productId || !services.every(isOffered)) return false;
  const values = upgradeDefaults(card, { services: [], toneMeter: false, country: '', endsOn: null }, services);
  changeSession(buildYourOwnChosen({ card, values, invited: false }));
  return true;
}
