import type { GatewayContext, GatewayRequest, Refused } from '../gateway-context.ts';
import { readNonce } from '../nonces.ts';
import { hasSection, section, text } from '../params.ts';
import type { Instrument, PaymentMethodRecord, ThreeDSecureInfo } from '../records.ts';
import { validationError } from '../validation-errors.ts';
import { readCard } from '../vault/cards.ts';

/** What is charged: a nonce's instrument, a stored method, or a full card from a server. */
export type Source = {
  instrument: Instrument;
  nonce: string | null;
  method: PaymentMethodRecord | null;
  threeDSecure: ThreeDSecureInfo | null;
};

const unauthenticated = { nonce: null, threeDSecure: null } as const;

export function readSource({ context, params }: GatewayRequest): Source | Refused {
  const nonce = text(params, 'payment_method_nonce');
  const token = text(params, 'payment_method_token');
  if (nonce !== null && token !== null) return refused('91515', 'base');
  if (nonce !== null) return nonceSource({ context, nonce });
  if (token !== null) return tokenSource({ context, token });
  if (hasSection(params, 'credit_card')) return cardSource({ context, params: section(params, 'credit_card') });
  const customerId = text(params, 'customer_id');
  const method =
    customerId === null
      ? undefined
      : context.store.paymentMethods.all().find((each) => each.customerId === customerId && each.isDefault);
  return method ? { ...unauthenticated, instrument: method.instrument, method } : refused('91508', 'base');
}

function nonceSource({ context, nonce }: { context: GatewayContext; nonce: string }): Source | Refused {
  const read = readNonce({ ...context, nonce });
  if (read.state === 'consumed') return refused('91564', 'payment_method_nonce');
  if (read.state === 'unknown') return refused('91565', 'payment_method_nonce');
  if (read.instrument.behaviour === 'luhn_invalid')
    return { errors: [validationError('transaction.credit_card', 'number', '81715')] };
  const method = read.vaultToken === null ? null : (context.store.paymentMethods.get(read.vaultToken) ?? null);
  return { instrument: read.instrument, nonce, method, threeDSecure: read.threeDSecure };
}

function tokenSource({ context, token }: { context: GatewayContext; token: string }): Source | Refused {
  const method = context.store.paymentMethods.get(token);
  return method
    ? { ...unauthenticated, instrument: method.instrument, method }
    : refused('91518', 'payment_method_token');
}

function cardSource({ context, params }: GatewayRequest): Source | Refused {
  const read = readCard({ context, params, path: 'transaction.credit_card' });
  return 'errors' in read ? read : { ...unauthenticated, instrument: read.card, method: null };
}

function refused(code: string, attribute: string): Refused {
  return { errors: [validationError('transaction', attribute, code)] };
}
