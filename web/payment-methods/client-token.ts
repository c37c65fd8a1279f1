export type SandboxAuthorization = { clientApiUrl: string; fingerprint: string };

/** The gateway of a client token. Only sandbox tokens contain its URLs. */
export type ClientTokenContent =
  | { gateway: 'braintree' }
  | {
      gateway: 'sandbox';
      cardFieldsUrl: string;
      walletsUrl: string;
      threeDSecureUrl: string;
      authorization: SandboxAuthorization;
    };

type Written = {
  clientApiUrl?: unknown;
  authorizationFingerprint?: unknown;
  sandbox?: { cardFieldsUrl?: unknown; walletsUrl?: unknown; threeDSecureUrl?: unknown };
};

/** Reads a client token (base64 JSON, version 2). An unreadable one is left to the real gateway to reject. */
export function readClientToken(clientToken: string): ClientTokenContent {
  const { sandbox, clientApiUrl, authorizationFingerprint: fingerprint } = decode(clientToken);
  const { cardFieldsUrl, walletsUrl, threeDSecureUrl } = sandbox ?? {};
  const texts = [clientApiUrl, fingerprint, cardFieldsUrl, walletsUrl, threeDSecureUrl];
  if (!texts.every((text): text is string => typeof text === 'string')) return { gateway: 'braintree' };
  const [api, print, cards, wallets, authentication] = texts as [string, string, string, string, string];
  return {
    gateway: 'sandbox',
    cardFieldsUrl: cards,
    walletsUrl: wallets,
    threeDSecureUrl: authentication,
    authorization: { clientApiUrl: api, fingerprint: print },
  };
}

function decode(clientToken: string): Written {
  try {
    const content: unknown = JSON.parse(atob(clientToken));
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}
