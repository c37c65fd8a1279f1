import { countryOfCallingCode } from '#contract/fields/countries.ts';
import { browserZone } from '#web/i18n/long-day.ts';
import { bootData } from '#web/site/boot.ts';

/** Time zones of the Canadian provinces; any other zone with +1 counts as the United States. */
const canadianZones =
  /^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Moncton|St_Johns|Regina|Glace_Bay|Goose_Bay|Whitehorse|Yellowknife|Iqaluit)$|^Canada\//;

/** The likely country of a phone's code (ISO code). +1 is shared by two countries, so the time zone decides. */
export function countryOfPhone(code: string, zone = browserZone()): string {
  if (code !== '+1') return countryOfCallingCode(code) ?? bootData().siteCountry;
  return canadianZones.test(zone) ? 'CA' : 'US';
}
