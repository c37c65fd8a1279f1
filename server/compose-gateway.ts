import type { Config } from './config.ts';
import { createBraintreeGateway } from './gateways/payment/braintree/braintree-gateway.ts';
import { logLine } from './log-line.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { traceGateway } from './telemetry/trace-gateway.ts';
import type { Tracer } from './telemetry/tracer.ts';

/** The configured payment gateway, with tracing, counters and operator messages. */
export function openGateway(config: Config, { metrics, tracer }: { metrics: Metrics | null; tracer: Tracer | null }) {
  const braintree = createBraintreeGateway({
    environment: config.PAYMENT_GATEWAY === 'sandbox' ? { url: config.SANDBOX_URL } : config.BRAINTREE_ENVIRONMENT,
    merchantId: config.BRAINTREE_MERCHANT_ID,
    publicKey: config.BRAINTREE_PUBLIC_KEY,
    privateKey: config.BRAINTREE_PRIVATE_KEY,
    merchantAccount: { id: config.BRAINTREE_MERCHANT_ACCOUNT_ID, currency: config.PAYMENT_CURRENCY },
    onMisplaced: (sale) => {
      metrics?.saleMisplaced();
      logLine('error', 'sale charged to another merchant account or currency', sale);
    },
    onKeysNotAllowed: () => {
      metrics?.sentWithoutKey();
      logLine('error', 'idempotency keys are not enabled for the merchant account: ask Braintree to enable them');
    },
    timeoutMs: config.PAYMENT_TIMEOUT_SECONDS * 1000,
  });
  /**
   * Throws if the gateway reports that the merchant account cannot be used for sales. An unreachable gateway does not
   * prevent startup.
   */
  const requireMerchantAccount = async () => {
    const answer = await braintree.askForAccount();
    if (answer.outcome === 'answered' && answer.problem) throw new Error(answer.problem);
  };
  return {
    askForAccount: () => braintree.askForAccount(),
    gateway: traceGateway(braintree, tracer),
    requireMerchantAccount,
  };
}
