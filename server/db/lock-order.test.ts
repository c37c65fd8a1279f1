import { expect, test } from 'vitest';
import { lockedTables, lockOrderGuard } from './lock-order.ts';

test('N12: the tables that a statement locks are parsed from its text', () => {
  expect(
    [
      'select "id" from "orders" where "id" in ($1) order by "id" for no key update',
      'select id from users where id not in (select id from subscriptions) order by id for update',
      'update "disputes" set "state" = $1 where "id" = $2 returning "id"',
      'with live as (select id from refunds) update refunds set state = $1 from live',
      'delete from deletion_requests where user_id = $1',
      'select "id" from "orders" where "id" = $1',
      'update payment_attempts set purchase = purchase - $1 where id = $2',
      'select "id" from "payment_attempts" where "id" = $1 for update',
      'insert into "orders" ("id") values ($1) on conflict do nothing',
    ].map(lockedTables),
  ).toEqual([
    ['orders'],
    ['users'],
    ['disputes'],
    ['refunds'],
    ['deletion_requests'],
    [],
    [],
    ['payment_attempts'],
    [],
  ]);
});

test('N12: a transaction that locks out of order is stopped; locks and rows that it already has, and the next one, are not', () => {
  const order = 'select id from orders where id = $1 for no key update';
  const plan = 'select id from subscriptions where id = $1 for update';
  const run = (...statements: string[]) => statements.map(lockOrderGuard());
  expect(() => run('begin', order, plan)).toThrow('subscriptions is locked after orders');
  expect(() => run('begin', plan, order, plan, 'commit', 'begin', order)).not.toThrow();
  expect(() => run('begin', order, 'commit', 'begin', plan)).not.toThrow();
  expect(() => run(order, plan, 'begin', plan, 'rollback', order, plan)).not.toThrow();
  expect(() => run('begin', 'insert into "orders" ("id") values ($1)', plan, order)).not.toThrow();
});

test('N12: a transaction that locks rows of one table against their ids is stopped; not one that locks several at once, or again', () => {
  const plans = 'select id from subscriptions where id = any($1) order by id for update';
  const run = (...statements: (readonly [string, ...string[]])[]) => {
    const guard = lockOrderGuard();
    for (const [statement, ...ids] of statements) guard(statement)(ids.map((id) => ({ id })));
  };
  const against = 'Rows of subscriptions are locked out of the order of their ids';
  expect(() => run(['begin'], [plans, 'b'], [plans, 'a', 'b'])).toThrow(against);
  expect(() => run(['begin'], [plans, 'a', 'b'], [plans, 'b'], [plans, 'a'], [plans, 'c'])).not.toThrow();
  expect(() => run(['begin'], [plans, 'b'], ['commit'], ['begin'], [plans, 'a'])).not.toThrow();
  expect(() => run([plans, 'b'], [plans, 'a'])).not.toThrow();
});
