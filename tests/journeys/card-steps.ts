import type { Locator, Page } from '@playwright/test';
import { m } from '#messages/messages.js';
import type { Language } from './journey.ts';

export type Card = { number: string; expiration?: string; code?: string };

const visa: Card = { number: '4111 1111 1111 1111' };

/** One of the gateway's fields, each in a frame of its own. */
export const cardField = (page: Page, title: string): Locator =>
  page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');

export async function fillCard(page: Page, language: Language, card: Card = visa): Promise<void> {
  const t = { locale: language };
  await cardField(page, m.payment_methods_number({}, t)).fill(card.number);
  await cardField(page, m.payment_methods_expiration_name({}, t)).fill(card.expiration ?? '12/39');
  await cardField(page, m.payment_methods_code({}, t)).fill(card.code ?? '123');
}
