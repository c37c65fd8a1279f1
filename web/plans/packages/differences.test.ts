import { expect, test } from 'vitest';
import type { PackageCard } from '#contract/api/packages.ts';
import { differencesOf, sharedFeatures } from './differences.ts';

const group = (names: string) => ({
  header: '',
  features: names
    .split(' ')
    .filter(Boolean)
    .map((name) => ({ featureName: name, featureText: `The ${name}` })),
});
const card = (primary: string, secondary = '') =>
  ({ primaryFeatures: group(primary), secondaryFeatures: group(secondary) }) as PackageCard;

test('2.6-20: plans differ by what one has and not all, wherever their cards name it', () => {
  const essentials = card('messages calendar 1gb', 'journal records');
  const premium = card('messages tone 10gb', 'calendar records journal');
  const own = card('calendar messages 1gb', 'journal');
  const shared = sharedFeatures([essentials, premium, own]);
  expect([...shared].sort()).toEqual(['calendar', 'journal', 'messages']);
  expect(differencesOf(essentials, shared)).toEqual(['The 1gb', 'The records']);
  expect(differencesOf(premium, shared)).toEqual(['The tone', 'The 10gb', 'The records']);
  expect(differencesOf(own, shared)).toEqual(['The 1gb']);
});

test('one plan alone differs from nothing', () => {
  expect(sharedFeatures([card('messages')]).size).toBe(0);
});
