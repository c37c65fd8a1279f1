import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Quote } from '#contract/api/prices.ts';
import { newPhone, type PaymentOptions, price, type Registration, readyToPay } from '../setup/sign-up.ts';
import type { TestSite } from '../setup/site.ts';
import { type Subscriber, subscribe } from '../setup/subscriber.ts';

type Start = Parameters<typeof readyToPay>[1];
export type SignsUp = (options: PaymentOptions & { address?: Start }) => Promise<Subscriber>;

/**
 * Signs up many people: the first with given options goes through the whole form. Later ones are copies of its rows,
 * reuse its quote and only submit their own payment.
 */
export function manySignUps(site: TestSite): SignsUp {
  const typed = new Map<string, Promise<Registration>>();
  const shown = new Map<string, Promise<Quote>>();
  const once = <T>(known: Map<string, Promise<T>>, of: unknown, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(of ?? null);
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  };
  return async ({ address, ...order }) => {
    const first = await once(typed, address, () => readyToPay(site.app, address));
    const quote = await once(shown, [address, order], () => price(site.app, first, order));
    return subscribe(site, { ...order, quote, registration: await anotherLike(site, first) });
  };
}

async function anotherLike({ dependencies: { db } }: TestSite, first: Registration): Promise<Registration> {
  const [signupId, email, coParentEmail] = [
    randomUUID(),
    `parent-${randomUUID()}@example.com`,
    `other-${randomUUID()}@example.com`,
  ];
  await sql`
    insert into registrations
    select (jsonb_populate_record(registrations, jsonb_build_object(
      'id', ${signupId}::text,
      'parent', parent || jsonb_build_object('email', ${email}::text, 'phoneNumber', ${newPhone()}::text),
      'family', jsonb_set(family, '{coParent,email}', to_jsonb(${coParentEmail}::text))
    ))).* from registrations where id = ${first.signupId}`.execute(db);
  return { ...first, signupId, email, coParentEmail };
}
