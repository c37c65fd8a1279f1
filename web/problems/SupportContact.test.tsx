import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { bootData, setBoot } from '#web/site/boot.ts';
import { SupportContact } from './SupportContact.tsx';

describe('the contact to support', () => {
  const before = bootData();
  afterEach(() => setBoot(before));

  it.each([
    ['US', 'tel:+18005550142', '(800) 555-0142'],
    ['GB', 'tel:+448081570142', '0808 157 0142'],
    ['AU', 'tel:+611800975711', '1800 975 711'],
    ['NZ', 'tel:+64800555014', '0800 555 014'],
  ] as const)('9-38: on a site of %s is the phone of its region: %s', (siteCountry, link, phone) => {
    setBoot({ ...before, siteCountry });
    const html = renderToStaticMarkup(<SupportContact />);
    expect(html).toContain(`<a href="${link}">${phone}</a>`);
    expect(html.match(/tel:/g)).toHaveLength(1);
  });

  it.each(['CA', 'MX'])('for somebody in %s is the North American phone, wherever the site stands', (country) => {
    setBoot({ ...before, siteCountry: 'GB' });
    expect(renderToStaticMarkup(<SupportContact country={country} />)).toContain(
      '<a href="tel:+18005550142">(800) 555-0142</a>',
    );
  });
});
