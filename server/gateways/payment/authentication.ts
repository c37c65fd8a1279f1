/**
 * The result of 3-D Secure, stored as evidence for the charge: whether the issuer bears a dispute (`liabilityShifted`),
 * and under which ids. No card data.
 */
export type Authentication = {
  status: string;
  liabilityShifted: boolean;
  eci: string | null;
  dsTransactionId: string | null;
  version: string | null;
};

/**
 * `required`: a card is charged or stored only with an authenticated holder, whatever the caller says about the method;
 * wallets authenticate by themselves.
 */
export type AuthenticationRule = 'required' | 'if_present';
