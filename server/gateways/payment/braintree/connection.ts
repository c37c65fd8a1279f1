import braintree from 'braintree';
import { guardedAgent } from './transport.ts';

export type BraintreeConnection = {
  /** `url`: a stub that implements Braintree's protocol. */
  environment: 'sandbox' | 'production' | { url: string };
  merchantId: string;
  publicKey: string;
  privateKey: string;
  /** Time limit of one call. The gateway may still finish it later. */
  timeoutMs: number;
};

/** The SDK, configured for one of Braintree's environments or for a stub. */
export function connect({
  environment,
  merchantId,
  publicKey,
  privateKey,
  timeoutMs,
}: BraintreeConnection): braintree.BraintreeGateway {
  const known = { sandbox: braintree.Environment.Sandbox, production: braintree.Environment.Production };
  const place = typeof environment === 'string' ? known[environment] : standIn(environment);
  const secure = typeof environment === 'string' || environment.url.startsWith('https:');
  const config = { environment: place, merchantId, publicKey, privateKey, customHttpAgent: guardedAgent({ secure }) };
  const sdk = new braintree.BraintreeGateway(config);
  // The SDK's own limit counts idle time only and frees the socket; the deadline of a call comes first.
  sdk.config.timeout = timeoutMs + 1000;
  return sdk;
}

function standIn({ url }: { url: string }): braintree.Environment {
  const { hostname, port, protocol, origin } = new URL(url);
  const secure = protocol === 'https:';
  const realPort = port || (secure ? '443' : '80');
  return new braintree.Environment(hostname.replace(/^\[|\]$/g, ''), realPort, origin, secure, hostname, realPort);
}
