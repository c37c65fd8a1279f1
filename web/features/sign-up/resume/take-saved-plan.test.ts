import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshSession, orderOf } from '#web/join-session/join-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { groups } from '#web/mock/package-fixtures.ts';
import { takeSavedPlan } from './take-saved-plan.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  changeSession(() => freshSession());
});

const offered = () =>
  vi.stubGlobal('fetch', async () => Response.json({ pricingGroup: 'P0', packages: groups.P0, coupons: [] }));
const built = groups.P0.find(({ buildYourOwn }) => buildYourOwn);

describe('a sign-up continued elsewhere', () => {
  it('has its build-your-own plan with exactly the options that were chosen', async () => {
    offered();
    const codes = ['MYFILES', 'TONEMETER'].map(
      (name) => built?.options.filter(({ optionName }) => optionName === name).at(-1)?.optionCode ?? '',
    );
    const order = { packageId: built?.id ?? 0, productId: built?.productId ?? null, services: codes };
    expect(await takeSavedPlan(order)).toBe(true);
    expect(orderOf(joinSession())).toEqual(order);
    expect(joinSession().lastCompletedStep).toBe(3);
  });

  it.each([
    ['one of its options', { packageId: built?.id ?? 0, productId: built?.productId ?? null, services: ['GONE1'] }],
    ['the plan', { packageId: 9, productId: null, services: [] }],
  ])('starts at the plans when %s is no longer available', async (_, order) => {
    offered();
    expect(await takeSavedPlan(order)).toBe(false);
    expect(joinSession().selectedPackage).toBeNull();
  });
});
