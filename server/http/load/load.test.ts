import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { payInvite, readInvitePayment } from '#contract/api/invites/invites.ts';
import { fetchClientToken, payRegistration, readPayment } from '#contract/api/payments.ts';
import { payCodeBundle, readCodeBundlePayment } from '#contract/api/professionals/code-bundles.ts';
import { payPlan, readPlanPayment } from '#contract/api/professionals/professional-cases.ts';
import { payRestart, readRestartPayment } from '#contract/api/restarts.ts';
import type { Route } from '#contract/api/route.ts';
import { payUpgrade, readUpgradePayment } from '#contract/api/upgrades.ts';
import { criticalRoutes } from '../route-rules.ts';
import { routedPath } from '../routed-path.ts';
import { priorityOf } from './load.ts';

const payments = { payRegistration, payInvite, payUpgrade, payRestart, payPlan, payCodeBundle };
const questions = {
  readPayment,
  readInvitePayment,
  readUpgradePayment,
  readRestartPayment,
  readPlanPayment,
  readCodeBundlePayment,
};

/** Which of these routes a request is for, before it is routed. */
function finding(...routes: Route[]) {
  const app = Fastify();
  const critical = criticalRoutes();
  critical.watch(app);
  for (const rules of routes)
    app.route({ method: rules.method, url: `/api${rules.path}`, config: { rules }, handler: async () => ({}) });
  return critical.find;
}

const address = ({ path }: Route) => `/api${path.replaceAll(/:\w+/g, '0193-a_b')}`;
const find = finding(fetchClientToken, ...Object.values(payments), ...Object.values(questions));
const noProof = { headers: {} };

test.each(Object.entries(payments))('%s is a payment: counted as one, and shed last', (_name, route) => {
  const rules = find({ method: 'POST', path: address(route) });
  expect([rules?.metrics?.payment, priorityOf(noProof, rules)]).toEqual([true, 'critical']);
});

test.each(Object.entries(questions))(
  '%s reads a payment’s outcome: shed last, and not counted as a payment',
  (_name, route) => {
    const rules = find({ method: 'GET', path: address(route) });
    expect([rules?.metrics?.payment, priorityOf(noProof, rules)]).toEqual([undefined, 'critical']);
  },
);

test('X9: before routing a call has one canonical path, however its address is written', () => {
  const written = [
    '/api/v2/a',
    '/%61pi/v%32/a?b=/app/',
    'http://shop.example/api/v2/a',
    'https://x.example/%61pi/v2/a?b',
  ];
  expect(new Set(written.map(routedPath))).toEqual(new Set(['/api/v2/a']));
  expect(['', '/a%', '*'].map(routedPath)).toEqual(['', '/a%', '*']);
});

test('calls that only resemble payments get low priority, or normal with credentials', () => {
  for (const path of ['/api/v2/payment-client-token', '/api/v2/a/b/payments', `${address(payRegistration)}/more`])
    expect(find({ method: 'POST', path })).toBeNull();
  expect(priorityOf(noProof, fetchClientToken)).toBe('low');
  for (const headers of [{ 'x-invite-token': 'x' }, { authorization: 'x' }, { cookie: 'a=b; __Host-session=x' }])
    expect(priorityOf({ headers }, fetchClientToken)).toBe('normal');
});
