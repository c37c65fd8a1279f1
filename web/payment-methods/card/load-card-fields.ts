import { readClientToken } from '../client-token.ts';
import type { CardFieldsDriver, CardFieldsOptions } from '../payment-method.ts';

/**
 * The card form of the gateway that made the token; each comes in a chunk of its own. Rejects when the chunk cannot be
 * had.
 */
export async function loadCardFields(options: CardFieldsOptions): Promise<CardFieldsDriver> {
  const token = readClientToken(options.clientToken);
  if (token.gateway === 'sandbox') {
    const { createSandboxCardFields } = await import('./sandbox-card-fields.ts');
    return createSandboxCardFields({ ...options, ...token });
  }
  const { createBraintreeHostedFields } = await import('./braintree-hosted-fields.ts');
  return createBraintreeHostedFields(options);
}
