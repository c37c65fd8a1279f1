import type { FastifyInstance } from 'fastify';
import {
  keepCodes as keepRoute,
  listCodeBundles,
  payCodeBundle,
  readCodeBundlePayment,
  refundCodes,
  showCodes as showRoute,
  startCodeBundle as startRoute,
} from '#contract/api/professionals/code-bundles.ts';
import {
  bundlePayment,
  bundlePaymentResult,
  buyCodeBundle,
  keepCodes,
  showCodes,
  startCodeBundle,
} from '../../professionals/buy-code-bundle.ts';
import { refundUnusedCodes } from '../../professionals/refund-unused-codes.ts';
import { viewCodeBundles } from '../../professionals/view-code-bundles.ts';
import { bind } from '../bind.ts';
import { toPaymentResponse } from '../payment-response.ts';
import { type ProfessionalCaseDependencies, professionalParams } from './professional-cases.ts';

export function codeBundleRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  const { db, experimentsOf } = dependencies;
  bind(app, listCodeBundles, async (call) =>
    viewCodeBundles(dependencies, { ...professionalParams(call), experiments: await experimentsOf(call.request) }),
  );
  bind(app, startRoute, async (call) =>
    startCodeBundle(dependencies, {
      ...professionalParams(call),
      body: call.body,
      experiments: await experimentsOf(call.request),
    }),
  );
  bind(app, payCodeBundle, async (call) => {
    const { body, headers, params, language } = call;
    const attempt = await buyCodeBundle(dependencies, {
      ...professionalParams(call),
      ...params,
      body,
      idempotencyKey: headers['idempotency-key'],
    });
    return toPaymentResponse(call, { attempt, resultOf: (started) => bundlePaymentResult(started, language) });
  });
  bind(app, readCodeBundlePayment, (call) =>
    bundlePayment(db, { ...professionalParams(call), ...call.params, key: call.query.key ?? null }),
  );
  bind(app, refundCodes, (call) => refundUnusedCodes(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, showRoute, (call) => showCodes(dependencies, { ...professionalParams(call), ...call.params }));
  bind(app, keepRoute, (call) => keepCodes(dependencies, { ...professionalParams(call), ...call.params }));
}
