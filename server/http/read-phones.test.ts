import { describe, expect, it } from 'vitest';
import { phoneForm } from '../phone-form.ts';
import { withPhonesRead } from './read-phones.ts';

describe('phones that a client sends', () => {
  it.each([
    ['+44 20 7946 0018', '1', '44', '2079460018'],
    ['+44 (0)20 7946 0018', '1', '44', '2079460018'],
    ['0044 20 7946 0018', '1', '44', '2079460018'],
    ['0044 20 7946 0018', '44', '44', '2079460018'],
    ['011 44 20 7946 0018', '1', '44', '2079460018'],
    ['0011 44 20 7946 0018', '61', '44', '2079460018'],
    ['1 (612) 555-0142', '1', '1', '6125550142'],
    ['020 7946 0018', '44', '44', '2079460018'],
    ['0412 345 678', '61', '61', '412345678'],
    ['021 123 4567', '64', '64', '211234567'],
    ['06 12 34 56 78', '33', '33', '612345678'],
    ['06 698 12345', '39', '39', '0669812345'],
    ['55 1234 5678', '52', '52', '5512345678'],
    ['1 55 1234 5678', '52', '52', '5512345678'],
    ['044 55 1234 5678', '52', '52', '5512345678'],
    ['045 55 1234 5678', '52', '52', '5512345678'],
    ['01 55 1234 5678', '52', '52', '5512345678'],
    ['+52 1 55 1234 5678', '1', '52', '5512345678'],
    ['52 1 55 1234 5678', '52', '52', '5512345678'],
    ['011 15 2345 6789', '54', '54', '1123456789'],
    ['+54 9 11 2345 6789', '1', '54', '1123456789'],
    ['６１２‑５５５‑０１４２', '1', '1', '6125550142'],
  ])('F4: %s under +%s is kept as +%s %s', (number, code, meantCode, meant) => {
    expect(phoneForm({ code, number })).toEqual({ code: meantCode, number: meant });
    // Idempotent.
    expect(phoneForm({ code: meantCode, number: meant })).toEqual({ code: meantCode, number: meant });
  });

  it('F4: are normalised under every field name; invalid numbers are left for the contract to reject', () => {
    expect(
      withPhonesRead({
        parent: { firstName: 'Marta', phoneCountryCode: '+1', phoneNumber: '+44 20 7946 0018' },
        coParent: { phoneNumber: '1 612 555 0142' },
        children: [{ firstName: 'Ana' }],
      }),
    ).toEqual({
      parent: { firstName: 'Marta', phoneCountryCode: '+44', phoneNumber: '2079460018' },
      coParent: { phoneCountryCode: '+1', phoneNumber: '6125550142' },
      children: [{ firstName: 'Ana' }],
    });
    expect(withPhonesRead({ countryCode: '1', phoneNumber: '0044 20 7946 0018' })).toEqual({
      countryCode: '44',
      phoneNumber: '2079460018',
    });
    const unread = [
      { phoneCountryCode: '+1', phoneNumber: '612 555 0142 ext 3' },
      { phoneCountryCode: 'x', phoneNumber: '+44 20' },
      null,
      'text',
      [1],
    ];
    for (const value of unread) expect(withPhonesRead(value)).toEqual(value);
  });
});
