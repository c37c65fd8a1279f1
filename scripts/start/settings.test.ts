import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('L9: a start on one’s own machine suggests streets; where nothing is simulated, only a configured service does', () => {
  const placesOf = (environment: Record<string, string>) =>
    readSettings({ environment: { APP_SECRET: 's', ...environment }, development: false, dataDir: '/nowhere' })
      .environment['PLACES_PROVIDER'];
  const outside = { PAYMENT_GATEWAY: 'braintree', SMTP_URL: 'smtps://mail.example' };
  expect(placesOf({})).toBe('sandbox');
  expect(placesOf(outside)).toBe('offline');
  expect(placesOf({ ...outside, PLACES_PROVIDER: 'google' })).toBe('google');
});
