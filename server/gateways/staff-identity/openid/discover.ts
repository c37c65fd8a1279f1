import * as client from 'openid-client';

export type Provider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  rolesClaim: string;
  scope: string;
  /**
   * Sign-out and idle sessions end here, not at the provider: without `login` one click would sign the last person in
   * again on a shared computer.
   */
  prompt: 'login' | 'select_account';
};

const timeoutSeconds = 10;

/** The provider's metadata. Throws if it does not respond. */
export function discover({ issuer, clientId, clientSecret }: Provider): Promise<client.Configuration> {
  // Only the sandbox is spoken to without TLS: the configuration refuses it where real money is taken.
  // oxlint-disable-next-line typescript/no-deprecated -- it is marked so that nobody overlooks it
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(clientSecret), {
    execute,
    timeout: timeoutSeconds,
  });
}
