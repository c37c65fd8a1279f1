/**
 * What 3-D Secure found out, kept to answer for the charge: whether the issuer bears a dispute (`liabilityShifted`),
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
 * `required`: a card is charged or kept only when its holder was authenticated, whatever the caller says of the method;
 * wallets bring an authentication of their own.
 */
export type AuthenticationRule = 'required' | 'if_present';
