import { describe, expect, it } from 'vitest';
import { codeOfLink, linkFragment, secretsOf } from './mailed-link.ts';

const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde';
const user = '01a1fd71-49d4-70ea-9f9e-5c2f22ff2801';
const names = ['token', 'user'];
const whole = `#token=${token}&user=${user}`;

describe('a mailed link', () => {
  it.each([
    `#token=${token}&user=${user}`,
    `#token=${token}&user=${user}.`,
    `#token=${token}&user=${user}&utm_source=mail&utm_medium=email`,
    `#token%3D${token}%26user%3D${user}`,
    `%23token=${token}&user=${user}>`,
  ])('L3: yields its secrets from %s', (fragment) => {
    expect(secretsOf(fragment, names)).toEqual([token, user]);
    expect(linkFragment(`https://evenkeel.example/app/join/invite${fragment}`, names)).toBe(whole);
  });

  it.each(['', '#main', '#second-factors', '#code=', `#user=${user}`])('L3: yields no secrets from %j', (fragment) => {
    expect(secretsOf(fragment, names)).toBeNull();
  });

  it('L3: has an equivalent code, which works however it was copied', () => {
    const link = codeOfLink(`https://evenkeel.example/app/join/invite#token=${token}&user=${user}`);
    expect(link?.page).toBe('https://evenkeel.example/app/join/invite');
    for (const typed of [link?.code ?? '', ` ${link?.code}. `, link?.code.replace('.', '.\n') ?? ''])
      expect(linkFragment(typed, names)).toBe(whole);
    expect(codeOfLink('https://evenkeel.example/app/account/billing#payment-method')).toBeNull();
    expect(codeOfLink('https://evenkeel.example/app/home')).toBeNull();
  });

  it.each(['', token, `${token}.`, `${token}.${user.slice(0, 12)}`, `${token.slice(0, 12)}.${user}`, 'K7QM-2RXT'])(
    'L3: is not read from an incomplete code: %j',
    (typed) => {
      expect(linkFragment(typed, names)).toBeNull();
    },
  );
});
