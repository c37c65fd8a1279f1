import type { FastifyInstance } from 'fastify';
import {
  payRestart as payRestartRoute,
  priceRestart as priceRestartRoute,
  priceRestartWithCode,
  readRestartPayment,
} from '#contract/api/restarts.ts';
import {
  listUpgrades as listRoute,
  payUpgrade as payUpgradeRoute,
  priceUpgrade,
  readUpgradePayment,
} from '#contract/api/upgrades.ts';
import { listUpgrades } from '../../plans/list-upgrades.ts';
import { accountPaymentResult, submissionResult } from '../../plans/payment-result.ts';
import { quoteUpgrade } from '../../plans/quote-upgrade.ts';
import { payRestart, priceRestart, type RestartDependencies } from '../../plans/restart-subscription.ts';
import { type PayUpgradeDependencies, payUpgrade } from '../../plans/upgrade-plan.ts';
import { presentQuote } from '../../pricing/quote.ts';
import { refuse } from '../../refusal.ts';
import { currentSubscription, readSubscription } from '../../subscriptions/subscription-repository.ts';
import { bind } from '../bind.ts';
import { toPaymentResponse } from '../payment-response.ts';
import type { ExperimentsOf } from './offers.ts';

export type AccountPaymentRoutesDependencies = PayUpgradeDependencies &
  RestartDependencies & { experimentsOf: ExperimentsOf };

/** Payments from the account: upgrades and restarts. */
export function accountPaymentRoutes(app: FastifyInstance, dependencies: AccountPaymentRoutesDependencies): void {
  upgrades(app, dependencies);
  restarts(app, dependencies);
}

function upgrades(app: FastifyInstance, dependencies: AccountPaymentRoutesDependencies): void {
  const { db, experimentsOf } = dependencies;
  bind(app, listRoute, async ({ session: { user }, language, request }) =>
    listUpgrades(dependencies, { user, language, experiments: await experimentsOf(request) }),
  );
  bind(app, priceUpgrade, async ({ session: { user }, body, language, request }) => {
    const quoted = await quoteUpgrade(dependencies, {
      user,
      order: body.order,
      experiments: await experimentsOf(request),
    });
    return 'refused' in quoted ? quoted : presentQuote(quoted.quote, { language });
  });
  bind(app, payUpgradeRoute, async ({ session: { user }, body, headers, language, request, reply }) => {
    const experiments = await experimentsOf(request);
    const attempt = await payUpgrade(dependencies, {
      user,
      body,
      idempotencyKey: headers['idempotency-key'],
      language,
      experiments,
    });
    return toPaymentResponse(
      { language, reply },
      { attempt, resultOf: (started) => accountPaymentResult(db, { attempt: started, language }) },
    );
  });
  bind(app, readUpgradePayment, async ({ session: { user }, query: { key }, language }) => {
    const subscription = await currentSubscription(db, user.id);
    return subscription
      ? submissionResult(db, { kind: 'UPGRADE', subjectId: subscription.id, buyerId: user.id, key, language })
      : { outcome: 'NONE' as const };
  });
}

function restarts(app: FastifyInstance, dependencies: AccountPaymentRoutesDependencies): void {
  const { db } = dependencies;
  bind(app, priceRestartRoute, async ({ session: { user }, params, language }) => {
    const priced = await priceRestart(dependencies, { user, ...params });
    return 'refused' in priced ? priced : presentQuote(priced.quoted.quote, { language });
  });
  bind(app, priceRestartWithCode, async ({ session: { user }, params, body: { code }, language }) => {
    const priced = await priceRestart(dependencies, { user, ...params, code });
    if ('refused' in priced) return priced;
    return presentQuote(priced.quoted.quote, { language, refusedCodes: priced.refusedCodes });
  });
  bind(app, payRestartRoute, async ({ session: { user }, params, body, headers, language, reply }) => {
    const { subscriptionId } = params;
    const attempt = await payRestart(dependencies, {
      user,
      subscriptionId,
      body,
      idempotencyKey: headers['idempotency-key'],
      language,
    });
    return toPaymentResponse(
      { language, reply },
      { attempt, resultOf: (started) => accountPaymentResult(db, { attempt: started, language }) },
    );
  });
  bind(app, readRestartPayment, async ({ session: { user }, params, query: { key }, language }) => {
    const subscription = await readSubscription(db, params.subscriptionId);
    if (subscription?.userId !== user.id) return refuse('NOT_FOUND');
    return submissionResult(db, { kind: 'NEW_START', subjectId: subscription.id, buyerId: user.id, key, language });
  });
}
