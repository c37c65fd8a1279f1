/**
 * Time zones (IANA names) by state or province, the most used one first. Compiled by hand from the zone boundaries of
 * 49 CFR part 71 for the United States and from provincial law for Canada, as the tz database 2026c records them. A
 * split state lists each part's zone; zones that differ only in the past are left out.
 */
const eastern = ['America/New_York'];
const central = ['America/Chicago'];
const mountain = ['America/Denver'];
const pacific = ['America/Los_Angeles'];

const unitedStates: Record<string, readonly string[]> = {
  AL: central,
  AK: ['America/Anchorage', 'America/Adak'],
  AZ: ['America/Phoenix', 'America/Denver'],
  AR: central,
  CA: pacific,
  CO: mountain,
  CT: eastern,
  DE: eastern,
  DC: eastern,
  FL: ['America/New_York', 'America/Chicago'],
  GA: eastern,
  HI: ['Pacific/Honolulu'],
  ID: ['America/Boise', 'America/Los_Angeles'],
  IL: central,
  IN: ['America/Indiana/Indianapolis', 'America/Chicago'],
  IA: central,
  KS: ['America/Chicago', 'America/Denver'],
  KY: ['America/Kentucky/Louisville', 'America/Chicago'],
  LA: central,
  ME: eastern,
  MD: eastern,
  MA: eastern,
  MI: ['America/Detroit', 'America/Menominee'],
  MN: central,
  MS: central,
  MO: central,
  MT: mountain,
  NE: ['America/Chicago', 'America/Denver'],
  NV: ['America/Los_Angeles', 'America/Denver'],
  NH: eastern,
  NJ: eastern,
  NM: mountain,
  NY: eastern,
  NC: eastern,
  ND: ['America/Chicago', 'America/Denver'],
  OH: eastern,
  OK: central,
  OR: ['America/Los_Angeles', 'America/Boise'],
  PA: eastern,
  RI: eastern,
  SC: eastern,
  SD: ['America/Chicago', 'America/Denver'],
  TN: ['America/Chicago', 'America/New_York'],
  TX: ['America/Chicago', 'America/Denver'],
  UT: mountain,
  VT: eastern,
  VA: eastern,
  WA: pacific,
  WV: eastern,
  WI: central,
  WY: mountain,
  AA: ['America/New_York', 'America/Chicago', 'America/Panama', 'America/Bogota', 'America/Sao_Paulo'],
  AE: [
    'Europe/Berlin',
    'Europe/London',
    'Europe/Rome',
    'Europe/Istanbul',
    'Asia/Bahrain',
    'Asia/Kuwait',
    'Africa/Djibouti',
  ],
  AP: ['Asia/Tokyo', 'Asia/Seoul', 'Pacific/Guam', 'Asia/Singapore', 'Australia/Darwin'],
};

const canada: Record<string, readonly string[]> = {
  AB: ['America/Edmonton'],
  BC: ['America/Vancouver', 'America/Edmonton', 'America/Dawson_Creek', 'America/Fort_Nelson', 'America/Creston'],
  MB: ['America/Winnipeg'],
  NB: ['America/Moncton'],
  NL: ['America/St_Johns', 'America/Goose_Bay'],
  NS: ['America/Halifax'],
  NT: ['America/Yellowknife', 'America/Inuvik'],
  NU: ['America/Iqaluit', 'America/Rankin_Inlet', 'America/Cambridge_Bay', 'America/Atikokan'],
  ON: ['America/Toronto', 'America/Winnipeg', 'America/Atikokan'],
  PE: ['America/Halifax'],
  QC: ['America/Toronto', 'America/Halifax', 'America/Blanc-Sablon'],
  // Lloydminster keeps Alberta's time by the province's Time Act.
  SK: ['America/Regina', 'America/Edmonton'],
  YT: ['America/Whitehorse'],
};

export const regionTimezones: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  US: unitedStates,
  CA: canada,
};
