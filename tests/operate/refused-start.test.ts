import { expect, test } from 'vitest';
import { databaseUrlIn, parseConfig } from '#server/config.ts';
import { isSoldIn, sellersOf } from '#server/documents/sellers.ts';

const refusal = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It starts');
};

test('O1: a refused start names everything that is missing or wrong at once, and repeats no value', () => {
  const said = refusal({
    PORT: 'many',
    PAYMENT_GATEWAY: 'braintree',
    BRAINTREE_ENVIRONMENT: 'production',
    SELLER_AU: 'Us | Here | 12',
    DKIM_DOMAIN: 'site.test',
  });
  const gateway = 'BRAINTREE_MERCHANT_ID BRAINTREE_MERCHANT_ACCOUNT_ID BRAINTREE_PRIVATE_KEY';
  const outside = 'PUBLIC_URL SMTP_URL SMS_PROVIDER TWILIO_FROM SECURITY_CONTACT MAIL_FROM';
  const names = `PORT DATABASE_URL APP_SECRET SECOND_FACTOR_KEYS SELLER_AU DKIM_SELECTOR ${gateway} ${outside}`;
  for (const name of names.split(' ')) expect([name, said.includes(name)]).toEqual([name, true]);
  expect(said).not.toContain('many');
  expect(said).toMatch(/^Configuration: .*DATABASE_URL is required; APP_SECRET is required; /);
  expect(said).not.toContain('undefined');
});

test('O1: with real money texts are Twilio’s or none, which is said, and whatever Twilio needs with it', () => {
  const said = (environment: Record<string, string>) =>
    refusal({ PAYMENT_GATEWAY: 'braintree', BRAINTREE_ENVIRONMENT: 'production', ...environment });
  expect(said({})).toMatch(/SMS_PROVIDER is required.*TWILIO_ACCOUNT_SID.* or none/);
  expect(said({ SMS_PROVIDER: 'none' })).not.toMatch(/SMS_PROVIDER|TWILIO/);
  const missing = 'required with SMS_PROVIDER=twilio: TWILIO_AUTH_TOKEN, TWILIO_FROM';
  expect(said({ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' })).toContain(missing);
  expect(refusal({ SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' })).toContain(missing);
});

test('O1: with real money plans are sold only where there is a seller, and everywhere in a trial', () => {
  const ours = { name: 'Harbor', address: '1 Pier Road', taxNumber: null };
  const sold = (sellers: ReturnType<typeof sellersOf>) =>
    ['US', 'CA', 'GB', 'AU', 'NZ', 'MX', 'FR'].filter((country) => isSoldIn(sellers, country));
  expect(sold(sellersOf({ US: ours, NZ: ours }, { takesRealMoney: true }))).toEqual(['US', 'NZ']);
  expect(sold(sellersOf({ US: ours }))).toEqual(['US', 'CA', 'GB', 'AU', 'NZ', 'MX']);
});

test('O7: a command that needs only the database requires no other configuration', () => {
  expect(databaseUrlIn({ DATABASE_URL: 'postgres://database/evenkeel' })).toBe('postgres://database/evenkeel');
  expect(() => databaseUrlIn({ DATABASE_URL: '' })).toThrow('Configuration: DATABASE_URL');
});
