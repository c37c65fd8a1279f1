import { expect, test } from 'vitest';
import { startsOnCoParentsPlan } from './click-to-join.ts';

const treatment = { 'click-to-join': 'treatment' } as const;

test.each([
  ['in treatment, without a subscription, with the co-parent’s plan', 'none', true, treatment, true],
  ['in control', 'none', true, { 'click-to-join': 'control' }, false],
  ['while the experiment is off', 'none', true, {}, false],
  ['with a subscription', 'current', true, treatment, false],
  ['with a subscription that has lapsed', 'lapsed', true, treatment, false],
  ['when the co-parent’s plan is not offered', 'none', false, treatment, false],
] as const)('4.2-1: click-to-join %s', (_name, subscriptionStatus, coparentPlanOffered, experiments, applies) => {
  expect(startsOnCoParentsPlan({ context: { subscriptionStatus, coparentPlanOffered }, experiments })).toBe(applies);
});
