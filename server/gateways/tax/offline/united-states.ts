import type { Day } from '#contract/fields/day.ts';

/**
 * Sales tax of the states on software as a service sold to consumers: state level only, no county or city taxes. A
 * state that is not here has no state tax on it; that none is missing was not verified. `rate` in hundred-thousandths;
 * the last row whose day has come holds.
 */
export type StateRate = {
  /** The first day on which it holds or, where that was not found, a day for which the source says that it does. */
  from: Day;
  rate: number;
  taxablePercent: number;
  /** Law or notice, and the public page on which it was read. */
  source: string;
};

/** Day on which the rows were last compared with their sources. */
export const unitedStatesTableDate = '2026-11-29';

const row = (rate: number, from: Day, source: string, taxablePercent = 100): StateRate => ({
  from,
  rate,
  taxablePercent,
  source,
});

/**
 * Each was read in stored copies of the public pages that it names, none in the statute itself. Lists of rates do not
 * count: one for 2026 has old rates of Louisiana and New Mexico. Have an adviser check every row before you register in
 * its state.
 */
export const unitedStatesRates: Readonly<Record<string, readonly StateRate[]>> = {
  // Doubtful: of guides of 2025, one taxes hosted software as licensed (accountinginsights.org), two do not.
  AL: [row(4_000, '2024-11-27', 'Alabama Administrative Code 810-6-1-.37 (revenue.alabama.gov, casetext.com)')],
  // LR16-011 taxes nothing where the customer has no exclusive control.
  AZ: [
    row(
      5_600,
      '2013-06-01',
      'Arizona ruling LR13-005: personal property rental; end of the temporary tax (taxrates.com, stateandlocaltax.com)',
    ),
  ],
  CT: [
    row(
      6_350,
      '2019-10-01',
      'Connecticut, increase of 2019 for software delivered electronically (salestaxinstitute.com)',
    ),
  ],
  // No notice was found that puts the rise off once more.
  DC: [
    row(6_000, '2019-01-01', 'D.C. Code §§ 47-2001(n), 47-2002; Municipal Regulations 9-474.4 (otr.cfo.dc.gov)'),
    row(7_000, '2026-10-01', 'D.C. Code § 47-2002 after Act B26-0450 (kpmg.com, 15 December 2025)'),
  ],
  // The release names licenses; that these include hosted software stands in a guide (numeralhq.com).
  HI: [
    row(
      4_000,
      '2021-08-10',
      'Hawaii Revised Statutes § 237-13, general excise tax; release 2021-06 (stateandlocaltax.com, numeralhq.com)',
    ),
  ],
  IA: [
    row(
      6_000,
      '2019-01-01',
      'Iowa Code § 423.2(6); Administrative Code 701-211.35 (revenue.iowa.gov, iasourcelink.com)',
    ),
  ],
  KY: [
    row(
      6_000,
      '2023-01-01',
      'Kentucky Revised Statutes § 139.200(2)(ay); House Bill 8 of 2022 (numeralhq.com, ustaxdisputes.com)',
    ),
  ],
  LA: [
    row(5_000, '2025-01-01', 'Louisiana Acts 10 and 11, third extraordinary session of 2024 (eidebailly.com)'),
    row(4_750, '2030-01-01', 'Louisiana Act 11, third extraordinary session of 2024 (aprio.com)'),
  ],
  MA: [row(6_250, '2012-09-25', 'Massachusetts 830 CMR 64H.1.3(3)(a); letter ruling 12-10 (mass.gov)')],
  MD: [row(6_000, '2025-07-01', 'Maryland Tax-General § 11-104; COMAR 03.06.01.50 (brownplus.com)')],
  NM: [row(4_875, '2023-07-01', 'New Mexico Statutes § 7-9-4, gross receipts tax; FYI-265 (afternoon.co)')],
  NY: [row(4_000, '2024-07-16', 'New York Tax Law §§ 1101(b)(6), 1105(a); TSB-A-24(8)S (tax.ny.gov)')],
  PA: [row(6_000, '2012-05-31', '61 Pennsylvania Code § 60.19(c)(2)(i); ruling SUT-12-001 (ttrus.com)')],
  RI: [row(7_000, '2018-10-01', 'Rhode Island General Laws § 44-18-8; advisory 2018-38 (salestaxinstitute.com)')],
  SC: [
    row(
      6_000,
      '2020-01-16',
      'South Carolina Code § 12-36-910(B)(3); letter ruling 20-1 (dor.sc.gov, bakerdonelson.com)',
    ),
  ],
  SD: [
    row(4_200, '2023-07-01', 'South Dakota Codified Laws § 10-45-2; House Bill 1137 of 2023 (dor.sd.gov)'),
    row(4_500, '2027-07-01', 'South Dakota House Bill 1137 of 2023: until 30 June 2027 (dor.sd.gov)'),
  ],
  TN: [row(7_000, '2015-07-01', 'Tennessee Code § 67-6-231; notice 15-14 (dhg.com)')],
  // A fifth of data processing is exempt.
  TX: [row(6_250, '2025-04-02', 'Texas Tax Code § 151.0035; 34 TAC § 3.330 (grantthornton.com, tarrantsbdc.org)', 80)],
  UT: [row(4_850, '2019-04-01', 'Utah Code § 59-12-103; Rule R865-19S-92 (salestaxinstitute.com, report.saltcpa.com)')],
  VT: [row(6_000, '2024-07-01', '32 Vermont Statutes § 9701(7); Act 183 of 2024 (tax.vermont.gov)')],
  WA: [
    row(
      6_500,
      '2009-07-26',
      'Revised Code of Washington § 82.08.020; Laws of 2009, chapter 535 (eidebailly.com, tax.thomsonreuters.com)',
    ),
  ],
  // Doubtful: rule 110-15-76 exempts electronic data processing, and access to a computer for it.
  WV: [row(6_000, '2025-09-18', 'West Virginia Code § 11-15B-2 (afternoon.co)')],
};

/** The row that applies on a day (`YYYY-MM-DD`); before the first one, the first; null for a state without tax. */
export function stateRate({ state, day }: { state: string; day: Day }): StateRate | null {
  const rows = unitedStatesRates[state];
  return rows?.findLast(({ from }) => from <= day) ?? rows?.[0] ?? null;
}
