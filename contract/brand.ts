/**
 * Everything that makes this the product of one company. Whoever sells it under another name replaces this file
 * and web/chrome/Mark.tsx. Numbers are from the ranges reserved for examples.
 */
export const brand = {
  name: 'Evenkeel',
  domain: 'evenkeel.example',
  supportEmail: 'support@evenkeel.example',
  mailFrom: { name: 'Evenkeel', address: 'no-reply@evenkeel.example' },
  /** Before the figures of a receipt number. */
  receiptPrefix: 'EK',
  company: { name: 'Evenkeel, Inc.', address: '400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA' },
  links: {
    terms: 'https://www.evenkeel.example/terms',
    privacy: 'https://www.evenkeel.example/privacy',
    help: 'https://help.evenkeel.example',
    contact: 'https://www.evenkeel.example/contact',
    appStore: 'https://apps.apple.com/app/evenkeel/id0000000000',
    googlePlay: 'https://play.google.com/store/apps/details?id=example.evenkeel',
  },
} as const;

type Phone = { display: string; e164: string };

const northAmerica: Phone = { display: '(800) 555-0142', e164: '+18005550142' };

const supportPhones: Record<string, Phone> = {
  US: northAmerica,
  CA: northAmerica,
  MX: northAmerica,
  GB: { display: '0808 157 0142', e164: '+448081570142' },
  AU: { display: '1800 975 711', e164: '+611800975711' },
  NZ: { display: '0800 555 014', e164: '+64800555014' },
};

/** The support phone for an ISO 3166-1 country code; where there is none of its own, the North American one. */
export function supportPhone(country: string): Phone {
  return supportPhones[country] ?? northAmerica;
}
