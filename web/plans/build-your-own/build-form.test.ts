import { describe, expect, it } from 'vitest';
import type { OptionName, PackageCard } from '#contract/api/packages.ts';
import { defaultAlacarteValues, freshSession } from '#web/join-session/join-session.ts';
import {
  addsOptions,
  buildDefaults,
  type CurrentOptions,
  isCurrentOption,
  optimisticTotal,
  orderFor,
  premiumInstead,
  storageChoices,
  tickedFields,
  tickedOption,
  upgradeDefaults,
} from './build-form.ts';
import { buildSchema } from './build-schema.ts';

const option = (optionName: OptionName, optionCode: string, price: number, isDefault = false) => ({
  optionName,
  optionCode,
  price,
  isDefault,
  description: '',
  priceFormatted: '',
});
const cyo = (years: 1 | 2, totalPrice: number, tonePrice = 1_200) =>
  ({
    id: 1000 + years,
    packageName: 'CYO',
    buildYourOwn: true,
    productId: `SUB${years}YEAR`,
    subDurationInYears: years,
    totalPrice,
    options: [
      option('MYFILES', `1GB${years}`, 0, true),
      option('MYFILES', `5GB${years}`, 900),
      option('TONEMETER', `TONE${years}`, tonePrice),
      option('UNLIMITEDPAYMENTS', `PAY${years}`, 2_400),
    ],
  }) as PackageCard;
const premium = { id: 1002, packageName: 'PREMIUM', subDurationInYears: 1, totalPrice: 14_400 } as PackageCard;
const [one, two] = [cyo(1, 10_800), cyo(2, 19_200)];

describe('build your own', () => {
  it('5.8-6: needs a length, and nothing more', () => {
    expect(buildSchema.safeParse({ subscription: 'SUB1YEAR' }).success).toBe(true);
    expect(buildSchema.safeParse({ subscription: '' }).error?.issues[0]?.message).toBe('options_required');
  });

  it('starts with the length that was viewed and its free storage', () => {
    expect(buildDefaults([one, two], { ...freshSession(), subscriptionLength: 2 })).toEqual({
      ...defaultAlacarteValues,
      subscription: 'SUB2YEAR',
      myfiles: '1GB2',
    });
    expect(buildDefaults([one], { ...freshSession(), subscriptionLength: 2 }).myfiles).toBe('1GB1');
  });

  it('starts with what was chosen before while it is still available', () => {
    const alacarteValues = { ...defaultAlacarteValues, tonemeter: 'TONE1', callsBasic: '' };
    const selectedPackage = { buildYourOwn: true } as ReturnType<typeof freshSession>['selectedPackage'];
    expect(buildDefaults([one, two], { ...freshSession(), alacarteValues, selectedPackage })).toEqual(alacarteValues);
    const gone = { ...alacarteValues, callsBasic: 'CALL1' };
    expect(buildDefaults([one, two], { ...freshSession(), alacarteValues: gone, selectedPackage })).toEqual(
      defaultAlacarteValues,
    );
  });

  it('5.8-8: offers the tone meter only while it costs something, and recorded calls only where the server offers them', () => {
    expect(tickedOption(one, 'tonemeter')?.optionCode).toBe('TONE1');
    expect(tickedOption(cyo(1, 10_800, 0), 'tonemeter')).toBeNull();
    expect(tickedOption(one, 'callsBasic')).toBeNull();
  });

  it('5.8-9: offers storage when there is more than one to buy, or one to upgrade to', () => {
    const single = { ...one, options: one.options.slice(0, 1) };
    expect(storageChoices(one, 'purchase')).toHaveLength(2);
    expect(storageChoices(single, 'purchase')).toHaveLength(0);
    expect(storageChoices(single, 'upgrade')).toHaveLength(1);
  });

  it('5.8-4: keeps what is held in an upgrade: it cannot be unticked, and no less storage is offered', () => {
    const current: CurrentOptions = { services: ['5GB1', 'PAY1'], toneMeter: false, country: 'US', endsOn: null };
    expect(storageChoices(one, 'upgrade', current).map(({ optionCode }) => optionCode)).toEqual(['5GB1']);
    expect(tickedFields.filter((field) => isCurrentOption(one, field, current))).toEqual(['unlimitedPayments']);
    expect(upgradeDefaults(one, current)).toMatchObject({ myfiles: '5GB1', tonemeter: '', unlimitedPayments: 'PAY1' });
    expect(upgradeDefaults(one, current, ['1GB1', 'TONE1'])).toMatchObject({
      myfiles: '5GB1',
      tonemeter: 'TONE1',
      unlimitedPayments: 'PAY1',
    });
    expect(addsOptions({ packageId: 1001, productId: 'SUB1YEAR', services: ['5GB1', 'PAY1'] }, current)).toBe(false);
    expect(addsOptions({ packageId: 1001, productId: 'SUB1YEAR', services: ['5GB1', 'PAY1', 'TONE1'] }, current)).toBe(
      true,
    );
  });

  it('5.8-5: leaves the tone meter ticked where the current plan has it anyway', () => {
    const current: CurrentOptions = { services: [], toneMeter: true, country: 'US', endsOn: null };
    expect(isCurrentOption(one, 'tonemeter', current)).toBe(true);
    expect(upgradeDefaults(one, current)).toMatchObject({ myfiles: '1GB1', tonemeter: 'TONE1', unlimitedPayments: '' });
    expect(isCurrentOption(one, 'tonemeter', null)).toBe(false);
  });

  it('knows its total at once, and offers Premium when the options cost as much', () => {
    const order = orderFor(one, { myfiles: '1GB1', tonemeter: 'TONE1', unlimitedPayments: 'PAY1', callsBasic: '' });
    expect(order).toEqual({ packageId: 1001, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1', 'PAY1'] });
    const total = order ? optimisticTotal(one, order) : 0;
    expect(total).toBe(14_400);
    expect(premiumInstead([premium, one], one, total)).toBe(premium);
    expect(premiumInstead([premium, one], one, total - 1)).toBeNull();
    expect(premiumInstead([premium, two], two, 99_900)).toBeNull();
  });
});
