import { describe, expect, it } from 'vitest';
import { freshSession } from '#web/join-session/join-session.ts';
import { detailsDefaults } from './details-form.ts';
import { parsePrefill } from './prefill.ts';

const link = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

describe('details that a link prefills', () => {
  it('are read by the schema, with any part left out', () => {
    expect(parsePrefill(link({ firstName: ' Þóra ', countryCode: '44', phoneNumber: '20 7946-0018' }))).toEqual({
      firstName: 'Þóra',
      countryCode: '+44',
      phoneNumber: '2079460018',
    });
  });

  it.each([
    null,
    '',
    '%%',
    Buffer.from('{"firstName":').toString('base64url'),
    link(['Marta']),
    link({ email: 'not an address' }),
    link({ firstName: { toString: 'x' } }),
    link({ firstName: 'a'.repeat(21) }),
  ])('are ignored when invalid: %j', (encoded) => {
    expect(parsePrefill(encoded)).toEqual({});
  });

  it('SEC11: never set more than the fields they may fill', () => {
    expect(parsePrefill(link({ firstName: 'Marta', role: 'admin', price: 0 }))).toEqual({ firstName: 'Marta' });
  });

  it('yield to what was saved before, and fall back to the country of the site', () => {
    const prefill = parsePrefill(link({ firstName: 'Ana' }));
    expect(detailsDefaults(null, prefill, '+61').parent).toMatchObject({ firstName: 'Ana', phoneCountryCode: '+61' });
    const saved = { ...freshSession().stepOneValues, firstName: 'Marta', countryCode: '+1' } as NonNullable<
      ReturnType<typeof freshSession>['stepOneValues']
    >;
    expect(detailsDefaults(saved, prefill, '+61').parent).toMatchObject({ firstName: 'Marta', phoneCountryCode: '+1' });
  });
});
