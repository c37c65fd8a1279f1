import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import type { WalletOrder } from './payment-method.ts';

/** `renewsOn`: an ISO day; null for the amount due now. */
export type SheetLine = { label: string; cents: number; renewsOn: Day | null };

/** The lines of a wallet's sheet in the page's language: the amount due now, and each renewal with its date. */
export function sheetLines({ totalCents, renewals }: WalletOrder): SheetLine[] {
  return [
    { label: m.wallet_sheet_today(), cents: totalCents, renewsOn: null },
    ...renewals.map(({ amount, date }) => ({
      label: m.wallet_sheet_renewal({ date: longDay(date) }),
      cents: amount,
      renewsOn: date,
    })),
  ];
}

/** `14400` → `144.00`, the wallets' format. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
