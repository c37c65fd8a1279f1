import { useState } from 'react';
import { useParams } from 'react-router';
import { formatCents } from '#contract/fields/money.ts';
import { Screen as CasePlan } from '#web/features/professional/cases/CasePlan.tsx';
import { family } from '../../case-fixtures.ts';
import type { MockAnswer, MockState } from '../../mock-state.ts';
import { packageCard } from '../../package-fixtures.ts';
import { confirming, paidFixture, quoteFixture } from '../../payment-fixtures.ts';

const one = 'GET /v2/professional/cases/*';
const plans = 'GET /v2/professional/cases/*/packages';
const prices = 'POST /v2/professional/cases/*/prices';
const payment = 'GET /v2/professional/cases/*/payment';
const clientToken = 'GET /v2/payment-client-token';

const packages = [
  packageCard({ id: 1001, name: 'ESSENTIALS', cents: 14_400 }),
  packageCard({ id: 1002, name: 'PREMIUM', cents: 19_800 }),
  packageCard({ id: 1012, name: 'PREMIUM', years: 2, cents: 36_000 }),
];
const offered = (billingCountry: string): MockAnswer => ({ data: { packages, billingCountry } });

const paid = (givenBack: number): MockAnswer => ({
  data: { outcome: 'PAID', receipt: paidFixture().receipt, givenBack, givenBackFormatted: formatCents(givenBack) },
});

function shows(answers: Record<string, MockAnswer> = {}): MockState {
  return {
    answers: {
      [one]: { data: family('NOT_INVITED', 'NOT_INVITED') },
      [plans]: offered('US'),
      [prices]: { data: quoteFixture() },
      // Without a gateway: the card fields stay loading.
      [clientToken]: 'never',
      ...answers,
    },
  };
}

/** The page itself; where a payment is being confirmed, after a submission before a reload. */
export function Screen() {
  const { state } = useParams();
  useState(() => {
    if (state === 'confirming' || state?.endsWith('given-back'))
      sessionStorage.setItem('payment-key:', 'a-submission-before-a-reload');
    else sessionStorage.removeItem('payment-key:');
  });
  return <CasePlan />;
}

export const states: Record<string, MockState> = {
  'both-parents': shows(),
  'one-parent': shows({ [one]: { data: family('JOINED', 'INVITED', 'other-one') } }),
  'everyone-has-a-plan': shows({ [one]: { data: family('INVITED', 'INVITED', 'own') } }),
  'terms-asked': shows({ [plans]: offered('GB') }),
  'price-on-its-way': shows({ [prices]: 'never' }),
  'price-failed': shows({ [prices]: { problem: { code: 'UNEXPECTED', status: 500 } } }),
  'card-unavailable': shows({ [clientToken]: 'offline' }),
  confirming: shows({
    [payment]: confirming,
  }),
  'part-given-back': shows({ [payment]: paid(14_400) }),
  'all-given-back': shows({ [payment]: paid(paidFixture().receipt.totals.total) }),
  loading: shows({ [one]: 'never' }),
  'not-found': shows({ [one]: { problem: { code: 'NOT_FOUND', status: 404 } } }),
  offline: shows({ [one]: 'offline', [plans]: 'offline' }),
};
