import { countryOfCallingCode } from '#contract/countries.ts';
import { bootData } from '#web/site/boot.ts';

/** Zones of the provinces; every other one of +1 is taken for the United States. */
const canadianZones =
  /^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Moncton|St_Johns|Regina|Glace_Bay|Goose_Bay|Whitehorse|Yellowknife|Iqaluit)$|^Canada\//;

/** The clock of the reader's device (IANA name). */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Where an address most likely is, by the code of the phone: ISO code. +1 belongs to two countries, the clock tells
 * which.
 */
export function countryOfPhone(code: string, zone = browserZone()): string {
  if (code !== '+1') return countryOfCallingCode(code) ?? bootData().siteCountry;
  return canadianZones.test(zone) ? 'CA' : 'US';
}
