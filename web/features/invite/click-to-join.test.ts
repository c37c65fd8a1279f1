import { expect, test } from 'vitest';
import { startsOnCoParentsPlan } from './click-to-join.ts';

const treatment = { 'click-to-join': 'treatment' } as const;

test.each([
  ['in treatment, without a subscription, with the co-parent’s plan', 'none', 1002, treatment, true],
  ['in control', 'none', 1002, { 'click-to-join': 'control' }, false],
  ['while the experiment is off', 'none', 1002, {}, false],
  ['with a subscription', 'current', 1002, treatment, false],
  ['with a subscription that has lapsed', 'lapsed', 1002, treatment, false],
  ['when the co-parent has no plan', 'none', null, treatment, false],
] as const)('click-to-join %s', (_name, subscriptionStatus, coparentPackageId, experiments, applies) => {
  expect(startsOnCoParentsPlan({ context: { subscriptionStatus, coparentPackageId }, experiments })).toBe(applies);
});
