/** A person in the gateway's vault. */
export type GatewayCustomer = {
  /** Our user or registration id (UUID). Every gateway call for one person has the same one. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
};
