import type { WalletType } from '../sign-up/payment-types.ts';

type Phone = { display: string; e164: string };

export type Country = {
  /** With its plus; the United States and Canada share one. */
  callingCode: string;
  /** As its people write it, where there is space for a few letters only. */
  shortName: string;
  /**
   * The site of this country: the end of its host name, and whether the law requires consent before optional storage
   * (United Kingdom: PECR, regulation 6). Null: visitors use the American site.
   */
  site: { hostEnding: string; asksBeforeStoring: boolean } | null;
  /** Numbers are from ranges reserved for examples, to be replaced before selling, as in brand.ts. */
  supportPhone: Phone;
  /** A price list of its own, and the tax inside its prices. Null: the phone's pricing group, with tax added. */
  prices: { list: 'UK' | 'AU' | 'NZ' | 'MX'; includedTax: 'VAT' | 'GST' | 'IVA' } | null;
  /** Banks there convert the amount, which is in US dollars everywhere. */
  bankConverts: boolean;
  /**
   * Wallets offered beside the card, in their order (specification 2.8, 6): none in the United Kingdom, where every
   * payment is a card that its bank has authenticated.
   */
  wallets: readonly WalletType[];
  /** Device data is sent with the card (specification 3.7). */
  sendsDeviceData: boolean;
  /** Cards are charged only once their holder was authenticated: the law's strong customer authentication. */
  authenticatesCards: boolean;
  /** Submitting the payment accepts the terms; elsewhere a checkbox does (specification 4.5). */
  agreesByPaying: boolean;
  /** Whether joining by invite is recorded (specification 7.2). */
  recordsJoiningByInvite: boolean;
  /** Addresses are suggested while they are typed. */
  suggestsAddresses: boolean;
  /** The time zone depends on the state or province. */
  hasZonesByRegion: boolean;
  /** How unit and street are combined into one line. */
  unitFormat: 'STREET #UNIT' | 'UNIT/STREET' | 'UNIT, STREET';
  paper: 'LETTER' | 'A4';
  /** Whether professionals may give a phone with its code, and choose it when look-ups fail (specification 9). */
  professionals: { mayPhone: boolean; isFallback: boolean };
};

const northAmericanPhone: Phone = { display: '(800) 555-0142', e164: '+18005550142' };

/**
 * The countries we sell to, by ISO 3166-1 alpha-2 code, in the order in which they are listed (specification 1, 9).
 * Regions, postal codes and time zones of all countries are generated into server/lookups/data.
 */
const table = {
  US: {
    callingCode: '+1',
    shortName: 'US',
    site: { hostEnding: '', asksBeforeStoring: false },
    supportPhone: northAmericanPhone,
    prices: null,
    bankConverts: false,
    wallets: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL', 'VENMO'],
    sendsDeviceData: false,
    authenticatesCards: false,
    agreesByPaying: true,
    recordsJoiningByInvite: false,
    suggestsAddresses: true,
    hasZonesByRegion: true,
    unitFormat: 'STREET #UNIT',
    paper: 'LETTER',
    professionals: { mayPhone: true, isFallback: true },
  },
  CA: {
    callingCode: '+1',
    shortName: 'CA',
    site: null,
    supportPhone: northAmericanPhone,
    prices: null,
    bankConverts: true,
    wallets: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL'],
    sendsDeviceData: false,
    authenticatesCards: false,
    agreesByPaying: false,
    recordsJoiningByInvite: false,
    suggestsAddresses: true,
    hasZonesByRegion: true,
    unitFormat: 'STREET #UNIT',
    paper: 'LETTER',
    professionals: { mayPhone: true, isFallback: false },
  },
  GB: {
    callingCode: '+44',
    shortName: 'UK',
    site: { hostEnding: '.uk', asksBeforeStoring: true },
    supportPhone: { display: '0808 157 0142', e164: '+448081570142' },
    prices: { list: 'UK', includedTax: 'VAT' },
    bankConverts: true,
    wallets: [],
    sendsDeviceData: true,
    authenticatesCards: true,
    agreesByPaying: false,
    recordsJoiningByInvite: true,
    suggestsAddresses: true,
    hasZonesByRegion: false,
    unitFormat: 'UNIT, STREET',
    paper: 'A4',
    professionals: { mayPhone: true, isFallback: true },
  },
  AU: {
    callingCode: '+61',
    shortName: 'AU',
    site: { hostEnding: '.au', asksBeforeStoring: false },
    supportPhone: { display: '1800 975 711', e164: '+611800975711' },
    prices: { list: 'AU', includedTax: 'GST' },
    bankConverts: true,
    wallets: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL'],
    sendsDeviceData: false,
    authenticatesCards: false,
    agreesByPaying: false,
    recordsJoiningByInvite: false,
    suggestsAddresses: true,
    hasZonesByRegion: false,
    unitFormat: 'UNIT/STREET',
    paper: 'A4',
    professionals: { mayPhone: false, isFallback: false },
  },
  NZ: {
    callingCode: '+64',
    shortName: 'NZ',
    site: { hostEnding: '.nz', asksBeforeStoring: false },
    supportPhone: { display: '0800 555 014', e164: '+64800555014' },
    prices: { list: 'NZ', includedTax: 'GST' },
    bankConverts: true,
    wallets: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL'],
    sendsDeviceData: false,
    authenticatesCards: false,
    agreesByPaying: false,
    recordsJoiningByInvite: false,
    suggestsAddresses: true,
    hasZonesByRegion: false,
    unitFormat: 'UNIT/STREET',
    paper: 'A4',
    professionals: { mayPhone: false, isFallback: false },
  },
  MX: {
    callingCode: '+52',
    shortName: 'MX',
    site: null,
    supportPhone: northAmericanPhone,
    prices: { list: 'MX', includedTax: 'IVA' },
    bankConverts: true,
    wallets: ['APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL'],
    sendsDeviceData: false,
    authenticatesCards: false,
    agreesByPaying: false,
    recordsJoiningByInvite: false,
    suggestsAddresses: false,
    hasZonesByRegion: false,
    unitFormat: 'STREET #UNIT',
    paper: 'LETTER',
    professionals: { mayPhone: true, isFallback: false },
  },
} as const satisfies Record<string, Country>;

export type ServedCountry = keyof typeof table;
export const countries: Readonly<Record<ServedCountry, Country>> = table;
export const servedCountries = Object.keys(table) as ServedCountry[];

/** The row of a country; null where we do not sell. */
export function countryRow(country: string): Country | null {
  return isServedCountry(country) ? countries[country] : null;
}

export function isServedCountry(country: string): country is ServedCountry {
  return Object.hasOwn(table, country);
}

/** Countries where `holds` is true, in the order of the table. */
export function countriesWhere(holds: (row: Country) => boolean): ServedCountry[] {
  return servedCountries.filter((country) => holds(countries[country]));
}

/**
 * The country we sell to with this calling code (with its plus); undefined for +1, which several share, and for others.
 */
export function countryOfCallingCode(code: string): ServedCountry | undefined {
  const [country, ...others] = countriesWhere(({ callingCode }) => callingCode === code);
  return others.length === 0 ? country : undefined;
}

/** The support phone for a country; the North American one where we do not sell. */
export function supportPhone(country: string): Phone {
  return (countryRow(country) ?? table.US).supportPhone;
}
