/**
 * Orders and outcomes that an earlier release stored with the account of a wallet, or with a vault token: almost none,
 * once `forget-old-records` has run.
 */
export const indexes = {
  orders_wallet_account: `orders (id) where payment_method ->> 'accountLabel' is not null`,
  payment_attempts_kept_method: `payment_attempts (id) where jsonb_exists(outcome, 'paymentMethod')`,
};

export const up = () => Promise.resolve();
