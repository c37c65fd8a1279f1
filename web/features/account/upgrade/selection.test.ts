import { describe, expect, it } from 'vitest';
import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { currentOptionsOf, searchOf, selectionOf } from './selection.ts';

const card = (id: number, availability: UpgradeCard['availability'], change: Partial<UpgradeCard> = {}) =>
  ({
    id,
    availability,
    buildYourOwn: false,
    productId: 'SUB1YEAR',
    packageName: 'ESSENTIALS',
    options: [],
    ...change,
  }) as unknown as UpgradeCard;
const options = ['1GB1', 'TONE1'].map((optionCode) => ({ optionCode }));
const packages = [
  card(1001, 'CURRENT'),
  card(1002, 'UPGRADE', { packageName: 'PREMIUM' }),
  card(1003, 'UPGRADE', { buildYourOwn: true, options: options as UpgradeCard['options'] }),
];
const selection = (search: string) => selectionOf(new URLSearchParams(search), packages);

describe('the selection in the address of the upgrade page', () => {
  it('2.6-3: keeps plan and options over a reload', () => {
    const order = { packageId: 1003, productId: 'SUB1YEAR' as const, services: ['1GB1', 'TONE1'] };
    expect(selection(searchOf(order))).toEqual({ view: 'REVIEW', card: packages[2], order });
    expect(selection(searchOf(order, { building: true }))).toMatchObject({ view: 'BUILD', chosen: ['1GB1', 'TONE1'] });
    expect(selection(searchOf({ packageId: 1002, services: [] }))).toMatchObject({
      view: 'REVIEW',
      order: { packageId: 1002, services: [] },
    });
  });

  it('asks for the options of build-your-own before it can be paid, and leaves out what is not offered', () => {
    expect(selection('?plan=1003')).toMatchObject({ view: 'BUILD', chosen: [] });
    expect(selection('?plan=1003&options=GOLD1')).toMatchObject({ view: 'BUILD', chosen: [] });
    expect(selection('?plan=1003&options=GOLD1.TONE1')).toMatchObject({
      view: 'REVIEW',
      order: { services: ['TONE1'] },
    });
  });

  it('cannot pay for the current plan, nor for one that does not exist', () => {
    expect(selection('?plan=1001')).toEqual({ view: 'NOT_LARGER', card: packages[0] });
    expect(selection('?plan=9999')).toEqual({ view: 'CHOOSE' });
    expect(selection('')).toEqual({ view: 'CHOOSE' });
  });

  it('knows that Premium has the tone meter', () => {
    const current = { packageId: 1002, services: [], renews: true } as unknown as Parameters<
      typeof currentOptionsOf
    >[0]['current'];
    expect(currentOptionsOf({ current, packages, country: 'NZ' })).toEqual({
      services: [],
      toneMeter: true,
      country: 'NZ',
      endsOn: null,
    });
    expect(currentOptionsOf({ current: { ...current, packageId: 1001 }, country: 'US', packages }).toneMeter).toBe(
      false,
    );
  });
});
