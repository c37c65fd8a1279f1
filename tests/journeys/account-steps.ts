import type { Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import { enqueue } from '#server/db/job-queue.ts';
import type { Subscriber } from '../setup/subscriber.ts';
import { fillCard } from './card-steps.ts';
import { appPage, expect, type Language } from './journey.ts';
import { onRunningSite } from './running-site.ts';
import { enter, subscriberOf } from './subscriber.ts';

type Written = NonNullable<Parameters<typeof subscriberOf>[0]>['address'];
type SubscriberOptions = { language?: Language; payForCoparent?: boolean; address?: Written };

/** A paid, signed-in parent, and the account's pages by the texts on screen. */
export async function signedInParent(
  page: Page,
  { language = 'en', payForCoparent = false, address }: SubscriberOptions = {},
) {
  const t = { locale: language };
  const parent = await subscriberOf({
    payForCoparent,
    address: { headers: { 'accept-language': language }, ...address },
  });
  await enter(page, parent, language);
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });
  const part = (text: string) => page.getByRole('region', { name: text, exact: true });

  const openBilling = async () => {
    await page.goto(appPage('/account/billing'));
    await expect(heading(m.account_billing_title({}, t))).toBeVisible();
  };
  const typeCard = (number: string) => fillCard(page, language, { number });
  const method = part(m.receipt_payment_method({}, t));
  return { t, parent, heading, button, part, openBilling, typeCard, method };
}

/** Has the worker send the reminder of a renewal, as the daily scan does. */
export function remind({ subscriptionId, periodEnd }: Subscriber): Promise<void> {
  const payload = { subscriptionId, periodEnd, daysBefore: 30 };
  return onRunningSite(({ dependencies: { db } }) =>
    enqueue(db, { name: 'send-renewal-reminder', payload, key: `reminder:${subscriptionId}` }),
  );
}

/** A day from the server in the page's format. */
export function dayIn(language: Language, isoDate: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${isoDate}T00:00:00Z`),
  );
}
