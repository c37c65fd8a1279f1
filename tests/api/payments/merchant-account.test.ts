import { expect, test } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { ledger } from '../../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('M8: with a merchant account in pounds nothing is sold: the charge is voided, and parent and operator are notified', async () => {
  const { app, sandboxUrl, dependencies } = await openSite({
    environment: { BRAINTREE_MERCHANT_ACCOUNT_ID: 'sandbox_gbp' },
  });
  const registration = await readyToPay(app);
  const answer = await submitPayment(app, registration);
  expect(answer).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_DECLINED', validationErrors: [{ code: 'processor_unavailable' }] },
  });
  expect(answer.body.validationErrors[0]?.text).toContain('Nothing was charged');
  expect((await ledger(sandboxUrl)).map(({ kind }) => kind)).toEqual(['sale', 'void']);
  const [attempt] = await dependencies.db.selectFrom('paymentAttempts').select(['state', 'claimedEmail']).execute();
  expect(attempt).toEqual({ state: 'DECLINED', claimedEmail: null });
  expect(await dependencies.db.selectFrom('orders').select('id').execute()).toEqual([]);
});

test('M8: a process that takes money does not start without a merchant account, nor in another currency', () => {
  const live = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://localhost/evenkeel',
    APP_SECRET: 'a-secret-for-tests-that-is-long-enough',
    MAIL_FROM: 'Evenkeel <hello@evenkeel.test>',
    PAYMENT_GATEWAY: 'braintree',
    BRAINTREE_PRIVATE_KEY: 'key',
  };
  expect(() => parseConfig(live)).toThrow('BRAINTREE_MERCHANT_ACCOUNT_ID');
  const account = { ...live, BRAINTREE_MERCHANT_ACCOUNT_ID: 'evenkeel_usd' };
  expect(parseConfig(account).PAYMENT_CURRENCY).toBe('USD');
  expect(() => parseConfig({ ...account, PAYMENT_CURRENCY: 'GBP' })).toThrow('PAYMENT_CURRENCY');
});
