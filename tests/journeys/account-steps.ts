import type { Page } from '@playwright/test';
import { enqueue } from '#server/db/job-queue.ts';
import { m } from '#messages/messages.js';
import { signedIn, subscribe, type Subscriber } from '../setup/subscriber.ts';
import { expect, type Language, site, speak } from './journey.ts';
import { onRunningSite } from './running-site.ts';

type Wish = { language?: Language; payForCoparent?: boolean };

/** A parent who has paid, signed in in this browser, and the account's pages in the words of the screens. */
export async function signedInParent(page: Page, { language = 'en', payForCoparent = false }: Wish = {}) {
  const say = { locale: language };
  const parent = await subscriber({ language, payForCoparent });
  const cookie = await onRunningSite(async (running) => (await signedIn(running, parent.userId))['cookie'] ?? '');
  const [name = '', value = ''] = cookie.split('=');
  await speak(page, language);
  await page.context().addCookies([
    { name, value, url: site().url, httpOnly: true },
    { name: 'signed_in', value: '1', url: site().url },
  ]);
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });
  const cardField = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');
  const part = (text: string) => page.getByRole('region', { name: text, exact: true });

  const openBilling = async () => {
    await page.goto(account('/account/billing'));
    await expect(heading(m.account_billing_title({}, say))).toBeVisible();
  };
  const fillCard = async (number: string) => {
    await cardField(m.payment_methods_number({}, say)).fill(number);
    await cardField(m.payment_methods_expiration_name({}, say)).fill('12/39');
    await cardField(m.payment_methods_code({}, say)).fill('123');
  };
  const method = part(m.account_billing_method({}, say));
  return { say, parent, heading, button, part, openBilling, fillCard, method };
}

export const account = (path: string) => `${site().url}/app${path}`;

export function subscriber({ language = 'en', payForCoparent = false }: Wish = {}): Promise<Subscriber> {
  return onRunningSite((running) => subscribe(running, { payForCoparent, address: { headers: { 'accept-language': language } } }));
}

/** Has the worker write the reminder that comes before a renewal, as the daily look at all subscriptions does. */
export function remind({ subscriptionId, periodEnd }: Subscriber): Promise<void> {
  const payload = { subscriptionId, periodEnd, daysBefore: 30 };
  return onRunningSite(({ dependencies: { db } }) =>
    enqueue(db, { name: 'send-renewal-reminder', payload, key: `reminder:${subscriptionId}` }),
  );
}

/** A day of the server's in the page's words. */
export function dayIn(language: Language, isoDate: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${isoDate}T00:00:00Z`));
}
