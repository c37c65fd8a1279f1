import { newId } from './identifiers.ts';
import type { CustomerRecord, Instrument, PaymentMethodRecord } from './records.ts';
import type { World } from './world.ts';

/** Customers and the payment methods kept for them. */
export function addCustomer({
  world,
  fields,
}: {
  world: World;
  fields: Partial<Omit<CustomerRecord, 'createdAt' | 'updatedAt'>>;
}): CustomerRecord {
  const at = world.clock.now().toISOString();
  const record: CustomerRecord = {
    id: fields.id ?? newId(),
    firstName: fields.firstName ?? null,
    lastName: fields.lastName ?? null,
    email: fields.email ?? null,
    phone: fields.phone ?? null,
    company: fields.company ?? null,
    createdAt: at,
    updatedAt: at,
  };
  world.store.customers.put(record.id, record);
  return record;
}

export function methodsOf({ world, customerId }: { world: World; customerId: string }): PaymentMethodRecord[] {
  return world.store.paymentMethods.all().filter((method) => method.customerId === customerId);
}

/** Keeps an instrument. The first one of a customer, or one that asks, becomes the default. */
export function addPaymentMethod(method: {
  world: World;
  customerId: string;
  instrument: Instrument;
  token?: string | null;
  makeDefault?: boolean;
  verificationId?: string | null;
}): PaymentMethodRecord {
  const { world, customerId, instrument } = method;
  const at = world.clock.now().toISOString();
  const isDefault = method.makeDefault === true || methodsOf({ world, customerId }).length === 0;
  if (isDefault) clearDefault({ world, customerId });
  const record: PaymentMethodRecord = {
    token: method.token ?? newId(8),
    customerId,
    instrument: instrument.kind === 'credit_card' ? { ...instrument, cvvResult: 'I' } : instrument,
    isDefault,
    approvedSales: 0,
    verificationId: method.verificationId ?? null,
    createdAt: at,
    updatedAt: at,
  };
  world.store.paymentMethods.put(record.token, record);
  return record;
}

export function clearDefault({ world, customerId }: { world: World; customerId: string }): void {
  for (const method of methodsOf({ world, customerId }).filter(({ isDefault }) => isDefault)) {
    world.store.paymentMethods.put(method.token, { ...method, isDefault: false });
  }
}

export function countSale({ world, token }: { world: World; token: string }): void {
  const method = world.store.paymentMethods.get(token);
  if (method) world.store.paymentMethods.put(token, { ...method, approvedSales: method.approvedSales + 1 });
}
