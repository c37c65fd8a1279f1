import { describe, expect, it } from 'vitest';
import type { PackageCard } from '#contract/api/packages.ts';
import type { Paid } from '#contract/api/payments.ts';
import { freshSession, orderOf, type StepOneValues, type StepTwoValues, withDraft } from './join-session.ts';
import * as transitions from './transitions.ts';

const values: StepOneValues = {
  firstName: 'Marta',
  lastName: 'Ruiz',
  email: 'marta@example.com',
  countryCode: '+1',
  phoneNumber: '6125550142',
  referral: 'SEARCH',
  referralOther: '',
  knowsCoParentEmail: true,
  parentDuplicateConfirmed: false,
  billingAddress: '',
  billingAddress2: '',
  country: '',
  city: '',
  region: '',
  postalCode: '',
  timezone: '',
};
const at = '2026-11-21T10:00:00.000Z';
const saved = { values, signupId: 'one', registrationKey: 'key', expiresAt: at, at };
const cyo = {
  id: 1013,
  packageName: 'CYO',
  displayName: 'Build your own',
  buildYourOwn: true,
  productId: 'SUB2YEAR',
  subDurationInYears: 2,
  analyticsPackage: 'CYO 2Y',
  includesVat: false,
  options: [
    { optionName: 'MYFILES', optionCode: '5GB2', description: '', price: 1600, priceFormatted: '', isDefault: false },
    { optionName: 'MYFILES', optionCode: '1GB2', description: '', price: 0, priceFormatted: '', isDefault: true },
  ],
} as unknown as PackageCard;
const premium = {
  ...cyo,
  id: 1002,
  packageName: 'PREMIUM',
  buildYourOwn: false,
  productId: 'SUB1YEAR',
  subDurationInYears: 1,
  options: [],
} as PackageCard;

const stepTwo = (session = freshSession()) => ({
  ...transitions.detailsSaved(saved)(session),
  lastCompletedStep: 2 as const,
});

describe('the join session', () => {
  it('3.1-2: keeps id, key and start when step 1 is saved again', () => {
    const once = transitions.detailsSaved(saved)(freshSession());
    const { registrationKey: _, ...again } = saved;
    const twice = transitions.detailsSaved({ ...again, at: '2026-11-21T11:00:00.000Z' })(once);
    expect(twice).toMatchObject({
      signupId: 'one',
      registrationKey: 'key',
      registrationStartTime: at,
      lastCompletedStep: 1,
    });
    expect(twice.pendingSignup).toEqual({ id: 'one', createdAt: at });
  });

  it('asks for the package again when another phone may mean other prices', () => {
    const chosen = transitions.packageChosen({ card: premium, invited: false })(stepTwo());
    const other = transitions.detailsSaved({ ...saved, values: { ...values, phoneNumber: '5125550142' } })(chosen);
    expect(other).toMatchObject({ selectedPackage: null, lastCompletedStep: 2 });
    expect(transitions.detailsSaved({ ...saved, values: { ...values, firstName: 'Ana' } })(chosen)).toMatchObject({
      lastCompletedStep: 3,
      selectedPackageId: 1002,
    });
  });

  it('3.1-3: is complete with a package, and not with build-your-own before its options', () => {
    expect(transitions.packageChosen({ card: premium, invited: false })(stepTwo()).lastCompletedStep).toBe(3);
    const building = transitions.packageChosen({ card: cyo, invited: false })(stepTwo());
    expect(building).toMatchObject({ lastCompletedStep: 2, subscriptionLength: 2 });
    expect(building.alacarteValues).toEqual({
      subscription: 'SUB2YEAR',
      myfiles: '1GB2',
      tonemeter: '',
      unlimitedPayments: '',
      callsBasic: '',
    });
  });

  it('3.6-1: names term and services of a build-your-own order, and neither for another package', () => {
    const built = transitions.buildYourOwnChosen({
      card: cyo,
      values: { subscription: 'SUB2YEAR', myfiles: '5GB2', tonemeter: 'TONE2', unlimitedPayments: '', callsBasic: '' },
      invited: false,
    })(stepTwo());
    expect(built.lastCompletedStep).toBe(3);
    expect(orderOf(built)).toEqual({ packageId: 1013, productId: 'SUB2YEAR', services: ['5GB2', 'TONE2'] });
    const other = transitions.packageChosen({ card: premium, invited: false })(built);
    expect(orderOf(other)).toEqual({ packageId: 1002, productId: null, services: [] });
    expect(other.alacarteValues.tonemeter).toBe('');
  });

  it('keeps the options when build-your-own of the same term is opened again', () => {
    const chosen = {
      subscription: 'SUB2YEAR',
      myfiles: '5GB2',
      tonemeter: 'TONE2',
      unlimitedPayments: '',
      callsBasic: '',
    } as const;
    const built = transitions.buildYourOwnChosen({ card: cyo, values: chosen, invited: false })(stepTwo());
    expect(transitions.packageChosen({ card: cyo, invited: false })(built).alacarteValues).toEqual(chosen);
  });

  it('4.2-4: removes everything on expiry but the discount, and never once paid', () => {
    const session = { ...stepTwo(), discount: { referrer: 'x', percentage: 10 } };
    expect(transitions.isPastTimeOut(session, Date.parse(at))).toBe(true);
    expect(transitions.isPastTimeOut(session, Date.parse(at) - 1)).toBe(false);
    expect(transitions.sessionExpired(session)).toEqual({
      ...freshSession(),
      discount: session.discount,
      expired: true,
    });
    const paid = transitions.paymentCompleted({ outcome: 'PAID', clickToJoinToken: 'token' } as Paid)(session);
    expect(transitions.isPastTimeOut(paid, Date.parse(at) + 1)).toBe(false);
    expect(transitions.credentialsSaved(paid).paymentRes?.clickToJoinToken).toBeNull();
  });

  it('L7: is removed by the duplicate page as that says, unless it was paid', () => {
    const session = transitions.detailsSaved(saved)(freshSession());
    expect(transitions.duplicateSeen(session).stepOneValues).toBeNull();
    const paid = { ...session, paymentRes: {} as Paid };
    expect(transitions.duplicateSeen(paid)).toBe(paid);
  });

  it('L5: keeps a typed billing address until it is saved', () => {
    const typed = { address: { line1: '12 Lake' } };
    const session = transitions.draftSaved('billing', typed)(transitions.detailsSaved(saved)(freshSession()));
    expect(withDraft(session, 'billing', { address: { line1: '' } })).toEqual(typed);
    expect(transitions.billingSaved({ billing: values, expiresAt: at })(session).drafts).toEqual({});
  });

  it('F8: keeps what is typed and not sent by screen, until it is sent or all is removed', () => {
    const typing = transitions.draftSaved('details', { parent: { firstName: 'Ma' } })(freshSession());
    const both = transitions.draftSaved('build', { myfiles: '5GB2' })(typing);
    expect(withDraft(both, 'build', { myfiles: '', tonemeter: '' })).toEqual({ myfiles: '5GB2', tonemeter: '' });
    expect(withDraft(both, 'invitedDetails', { myfiles: '' })).toEqual({ myfiles: '' });
    expect(transitions.detailsSaved(saved)(both).drafts).toEqual({ build: { myfiles: '5GB2' } });
    expect(transitions.packageChosen({ card: premium, invited: false })(both).drafts).toEqual({
      details: { parent: { firstName: 'Ma' } },
    });
    const family = { firstName: 'Joe', email: 'joe@example.com' } as StepTwoValues;
    const stepTwoSaved = transitions.familySaved({ values: family, expiresAt: at })(stepTwo());
    const corrected = transitions.draftSaved('family', { coParent: { firstName: 'Jon' } })(stepTwoSaved);
    expect(corrected.stepTwoValues).toEqual(family);
    expect(transitions.familySaved({ values: family, expiresAt: at })(corrected).drafts).toEqual({});
    expect(transitions.sessionExpired(both).drafts).toEqual({});
  });
});
