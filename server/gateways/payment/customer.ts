/** Somebody as the gateway's vault knows them. */
export type GatewayCustomer = {
  /** Our user or registration id (UUID). Every gateway call for one person carries the same one. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
};
