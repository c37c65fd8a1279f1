import type { GatewayContext, GatewayPaymentMethod, GatewayRequest, Refused } from '../gateway-context.ts';
import { consumeNonce, readNonce } from '../nonces.ts';
import { flag, hasSection, type Params, section, text } from '../params.ts';
import type { Instrument, PaymentMethodRecord, ThreeDSecureInfo, VerificationRecord } from '../records.ts';
import { validationError } from '../validation-errors.ts';
import { readAddress, readCard } from './cards.ts';
import { addPaymentMethod, clearDefault, methodsOf } from './vault.ts';
import { verificationAmount, verify } from './verifications.ts';

type PaymentMethodResult = { method: PaymentMethodRecord } | (Refused & { verification?: VerificationRecord });

/**
 * Vaults a nonce's method, after verifying it if requested. A failed verification vaults nothing and spends the nonce.
 */
export function createPaymentMethod({ context, params }: GatewayRequest): PaymentMethodResult {
  const customerId = text(params, 'customer_id');
  const nonce = text(params, 'payment_method_nonce');
  const options = section(params, 'options');
  if (customerId === null || customerId === '') return refused('customer_id', '93104');
  if (!context.store.customers.get(customerId)) return refused('customer_id', '93105');
  const read = readInstrument({ context, params, nonce });
  if ('errors' in read) return read;
  const instrument = withBilling({ instrument: read.instrument, params });
  if (instrument.kind === 'paypal_account' && instrument.oneTime)
    return { errors: [validationError('paypal_account', 'base', '82902')] };
  if (
    instrument.kind === 'credit_card' &&
    flag(options, 'fail_on_duplicate_payment_method') &&
    isVaulted({ context, fingerprint: instrument.fingerprint })
  ) {
    return { errors: [validationError('credit_card', 'number', '81724')] };
  }
  if (nonce !== null) consumeNonce({ store: context.store, nonce });

  let verificationId: string | null = null;
  if (instrument.kind === 'credit_card' && flag(options, 'verify_card')) {
    const verification = verify({
      context,
      card: instrument,
      threeDSecure: read.threeDSecure,
      amountCents: verificationAmount(text(options, 'verification_amount')),
    });
    if (verification.verdict.status !== 'approved') return { errors: [], verification };
    verificationId = verification.id;
  }
  return {
    method: addPaymentMethod({
      context,
      customerId,
      instrument,
      token: text(params, 'token'),
      makeDefault: flag(options, 'make_default'),
      verificationId,
    }),
  };
}

type InstrumentParams = { context: GatewayContext; params: Params; nonce: string | null };

function readInstrument({
  context,
  params,
  nonce,
}: InstrumentParams): { instrument: Instrument; threeDSecure: ThreeDSecureInfo | null } | Refused {
  if (nonce === null) {
    if (text(params, 'number') === null) return refused('payment_method_nonce', '93103');
    const read = readCard({ context, params, path: 'credit_card' });
    return 'errors' in read ? read : { instrument: read.card, threeDSecure: null };
  }
  const read = readNonce({ ...context, nonce });
  if (read.state === 'consumed') return refused('payment_method_nonce', '93107');
  if (read.state === 'unknown') return refused('payment_method_nonce', '93108');
  if (read.instrument.behaviour === 'luhn_invalid')
    return { errors: [validationError('credit_card', 'number', '81715')] };
  return { instrument: read.instrument, threeDSecure: read.threeDSecure };
}

function withBilling({ instrument, params }: { instrument: Instrument; params: Params }): Instrument {
  if (instrument.kind !== 'credit_card') return instrument;
  return {
    ...instrument,
    billing: readAddress(section(params, 'billing_address')) ?? instrument.billing,
    cardholderName: text(params, 'cardholder_name') ?? instrument.cardholderName,
  };
}

function isVaulted({ context, fingerprint }: { context: GatewayContext; fingerprint: string }): boolean {
  return context.store.paymentMethods
    .all()
    .some(({ instrument }) => instrument.kind === 'credit_card' && instrument.fingerprint === fingerprint);
}

/** Changes the billing address, the cardholder's name, the expiry, or which method is the default. */
export function updatePaymentMethod({
  context,
  method,
  params,
}: GatewayRequest & GatewayPaymentMethod): PaymentMethodRecord {
  const makeDefault = flag(section(params, 'options'), 'make_default');
  if (makeDefault) clearDefault({ context, customerId: method.customerId });
  const { instrument } = method;
  const updated: PaymentMethodRecord = {
    ...method,
    isDefault:
      makeDefault ||
      (methodsOf({ context, customerId: method.customerId }).find(({ token }) => token === method.token)?.isDefault ??
        false),
    instrument:
      instrument.kind === 'credit_card'
        ? {
            ...instrument,
            cardholderName: text(params, 'cardholder_name') ?? instrument.cardholderName,
            expirationMonth: text(params, 'expiration_month') ?? instrument.expirationMonth,
            expirationYear: text(params, 'expiration_year') ?? instrument.expirationYear,
            billing: hasSection(params, 'billing_address')
              ? readAddress(section(params, 'billing_address'))
              : instrument.billing,
          }
        : instrument,
    updatedAt: context.clock.now().toISOString(),
  };
  context.store.paymentMethods.put(updated.token, updated);
  return updated;
}

function refused(attribute: string, code: string): Refused {
  return { errors: [validationError('payment_method', attribute, code)] };
}
