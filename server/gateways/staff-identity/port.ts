/** What ties the answer of the identity provider to the browser that asked. */
export type PendingSignIn = { state: string; nonce: string; codeVerifier: string };

/** `claim`: what the provider says of their roles, as it says it. */
export type StaffIdentityAnswer = { subject: string; name: string; claim: unknown };

/** The company's identity provider: who works here, and as what. */
export type StaffIdentity = {
  /** Where the browser goes, and what to keep until it is back. `unreachable`: the provider does not answer. */
  begin: () => Promise<{ address: string; pending: PendingSignIn } | 'unreachable'>;
  /** `query`: with which the provider sent the browser back. `refused`: it proves nobody. */
  complete: (callback: {
    query: string;
    pending: PendingSignIn;
  }) => Promise<StaffIdentityAnswer | 'refused' | 'unreachable'>;
};
