import { createElement as h, type ReactNode } from 'react';
import { servedCountries, supportPhone } from '#contract/fields/countries.ts';

const displayed = new Set(servedCountries.map((country) => supportPhone(country).display));
const phones = new RegExp(`(${[...displayed].map((phone) => RegExp.escape(phone)).join('|')})`);

/** The text with each of our phone numbers on one line: mail programs break them after a hyphen or a space. */
export const phonesWhole = (text: string): ReactNode =>
  text.split(phones).map((part, index) => {
    const isPhone = index % 2 === 1;
    return isPhone ? h('span', { key: index, style: { whiteSpace: 'nowrap' } }, part) : part;
  });
