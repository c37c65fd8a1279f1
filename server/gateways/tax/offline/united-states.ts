import type { Day } from '#contract/fields/day.ts';
/**
 * Sales tax of the states on software as a service sold to consumers: state level only, no county or city taxes. A
 * state that is not listed has no state tax on it. If only the law is named, the rate applied before our first order.
 * `rate` in hundred-thousandths; the last row whose day has come applies.
 */
export type StateRate = {
  /** `YYYY-MM-DD`, first day on which the row applies to our orders. */
  from: string;
  rate: number;
  taxablePercent: number;
  /** Law or notice that sets the rate. */
  source: string;
};

/** Day on which the rows were last compared with their sources. */
export const unitedStatesTableDate = '2026-11-29';

const start = '2026-01-01';

function row(rate: number, source: string, { from = start, taxablePercent = 100 } = {}): StateRate {
  return { from, rate, taxablePercent, source };
}

export const unitedStatesRates: Readonly<Record<string, readonly StateRate[]>> = {
  AL: [row(4_000, 'Code of Alabama § 40-23-2')],
  AZ: [row(5_600, 'Arizona Revised Statutes §§ 42-5010, 42-5010.01')],
  CT: [row(6_350, 'Connecticut General Statutes § 12-408')],
  // No notice was found that postpones the increase again: confirm before selling there.
  DC: [
    row(6_000, 'Code of the District of Columbia § 47-2002'),
    row(7_000, 'the same, as scheduled after Act B26-0450 of 24 November 2025 (KPMG, 15 December 2025)', {
      from: '2026-10-01',
    }),
  ],
  HI: [row(4_000, 'Hawaii Revised Statutes § 237-13 (general excise tax)')],
  IA: [row(6_000, 'Iowa Code § 423.2')],
  KY: [row(6_000, 'Kentucky Revised Statutes § 139.200')],
  LA: [
    row(5_000, 'Louisiana Revised Statutes 47:302, 321, 321.1, 331; Act 11 of the 2024 third extraordinary session'),
    row(4_750, 'Act 11 of the 2024 third extraordinary session: 4.75 % from 2030', { from: '2030-01-01' }),
  ],
  MA: [row(6_250, 'Massachusetts General Laws c. 64H § 2')],
  MD: [row(6_000, 'Maryland Tax-General § 11-104; House Bill 932 of 2021 (digital products for personal use)')],
  NM: [row(4_875, 'New Mexico Statutes § 7-9-4 (gross receipts tax)')],
  NY: [row(4_000, 'New York Tax Law § 1105')],
  PA: [row(6_000, '72 Pennsylvania Statutes § 7202')],
  RI: [row(7_000, 'Rhode Island General Laws § 44-18-18')],
  SC: [row(6_000, 'South Carolina Code §§ 12-36-910, 12-36-1110')],
  SD: [
    row(4_200, 'South Dakota Codified Laws § 10-45-2; 2023 House Bill 1137'),
    row(4_500, '2023 House Bill 1137: the reduced rate ends on 30 June 2027', { from: '2027-07-01' }),
  ],
  TN: [row(7_000, 'Tennessee Code § 67-6-231 (remotely accessed software)')],
  TX: [row(6_250, 'Texas Tax Code §§ 151.051, 151.351 (a fifth of data processing is exempt)', { taxablePercent: 80 })],
  UT: [row(4_850, 'Utah Code § 59-12-103')],
  VT: [row(6_000, '32 Vermont Statutes § 9771')],
  WA: [row(6_500, 'Revised Code of Washington § 82.08.020')],
  WV: [row(6_000, 'West Virginia Code § 11-15-3')],
};

/** The row that applies on a day (`YYYY-MM-DD`); before the first one, the first; null for a state without tax. */
export function stateRate({ state, day }: { state: string; day: Day }): StateRate | null {
  const rows = unitedStatesRates[state];
  return rows?.findLast(({ from }) => from <= day) ?? rows?.[0] ?? null;
}
