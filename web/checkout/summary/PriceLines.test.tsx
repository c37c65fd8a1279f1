import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PriceLine } from '#contract/api/prices.ts';
import { formatCents } from '#contract/fields/money.ts';
import { PriceLines } from './PriceLines.tsx';

const line = (kind: PriceLine['kind'], label: string, amount: number): PriceLine => ({
  kind,
  name: kind,
  label,
  amount,
  amountFormatted: formatCents(amount),
});
const rowsOf = (lines: readonly PriceLine[], tax?: 'none' | 'pending') => {
  const html = renderToStaticMarkup(
    <PriceLines lines={lines} totalLabel="Total" totalFormatted="US$0.00" country="US" tax={tax} />,
  );
  return [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, label]) => label);
};

test('T14: tax is always before the codes that pay, whether there is some, none, or it is unknown', () => {
  const plan = line('PACKAGE', 'Premium', 1_000);
  const code = line('CODE', 'Code', -1_000);
  expect(rowsOf([plan, line('TAX', 'Tax', 70), code])).toEqual(['Premium', 'Tax', 'Code', 'Total']);
  for (const tax of ['none', 'pending'] as const)
    expect(rowsOf([plan, code], tax)).toEqual(['Premium', 'Tax', 'Code', 'Total']);
});

test('T14: a code in a line does not wrap, not even at its hyphen', () => {
  expect(rowsOf([line('CODE', 'Subscription code ****-DEMO', -1_000)])[0]).toMatch(
    /^Subscription code <span class="[^"]+">\*{4}-DEMO<\/span>$/,
  );
});
