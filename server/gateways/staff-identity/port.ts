/** Ties the identity provider's response to the browser that requested it. */
export type PendingSignIn = { state: string; nonce: string; codeVerifier: string };

/** `claim`: the provider's roles claim, unparsed. */
export type StaffIdentityAnswer = { subject: string; name: string; claim: unknown };

/** The company's identity provider: who works here, and in which role. */
export type StaffIdentity = {
  /** Where to send the browser, and what to store until it returns. `unreachable`: the provider does not respond. */
  begin: () => Promise<{ address: string; pending: PendingSignIn } | 'unreachable'>;
  /** `query`: with which the provider redirected the browser back. `refused`: it proves nobody. */
  complete: (callback: {
    query: string;
    pending: PendingSignIn;
  }) => Promise<StaffIdentityAnswer | 'refused' | 'unreachable'>;
};
