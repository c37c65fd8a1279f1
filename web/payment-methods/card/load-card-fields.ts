import { readClientToken } from '../client-token.ts';
import type { CardFieldsDriver, CardFieldsOptions } from '../payment-method.ts';

/** The driver of the gateway that issued the token; each is a chunk of its own. Rejects if the chunk fails to load. */
export async function loadCardFields(options: CardFieldsOptions): Promise<CardFieldsDriver> {
  const token = readClientToken(options.clientToken);
  if (token.gateway === 'sandbox') {
    const { createSandboxCardFields } = await import('./sandbox-card-fields.ts');
    return createSandboxCardFields({ ...options, ...token });
  }
  const { createBraintreeHostedFields } = await import('./braintree-hosted-fields.ts');
  return createBraintreeHostedFields(options);
}
