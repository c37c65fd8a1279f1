import type { BraintreeGateway } from 'braintree';
import type { DeleteOutcome, GatewayCustomer, Rejection, Unknown, UpdateCustomerOutcome } from '../port.ts';
import { type CallGateway, isNotFound } from './transport.ts';
import { codesOrNull, rejectionOf } from './validation-codes.ts';

const customerExists = '91609';

/** Customers in the vault, under ids of our own. */
export function createCustomers({ sdk, call }: { sdk: BraintreeGateway; call: CallGateway }) {
  /** Creates the customer if missing, so that every send of the sale is identical. Null if it exists. */
  async function ensureCustomer({
    id,
    firstName,
    lastName,
    email,
  }: GatewayCustomer): Promise<null | Rejection | Unknown> {
    const codes = await call(async () => codesOrNull(await sdk.customer.create({ id, firstName, lastName, email })));
    if (codes === null || (Array.isArray(codes) && codes.includes(customerExists))) return null;
    return Array.isArray(codes) ? rejectionOf(codes) : codes;
  }

  async function updateCustomer({ id, ...person }: GatewayCustomer): Promise<UpdateCustomerOutcome> {
    return call(async (): Promise<UpdateCustomerOutcome> => {
      try {
        const codes = codesOrNull(await sdk.customer.update(id, person));
        return codes === null ? { outcome: 'updated' } : rejectionOf(codes);
      } catch (error) {
        if (isNotFound(error)) return { outcome: 'gone' };
        throw error;
      }
    });
  }

  async function deleteCustomer({ customerId }: { customerId: string }): Promise<DeleteOutcome> {
    return call(async () => {
      try {
        await sdk.customer.delete(customerId);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
      return { outcome: 'deleted' } as const;
    });
  }

  return { ensureCustomer, updateCustomer, deleteCustomer };
}

/** Null if the customer is in the vault; otherwise why not. */
export type EnsureCustomer = ReturnType<typeof createCustomers>['ensureCustomer'];
