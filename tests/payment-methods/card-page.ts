import type { FrameLocator, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, expect } from 'vitest';
import { freshPage, reusedPage } from '../setup/browser/reused-page.ts';
import { openShop, type Shop } from './shop.ts';

export const labels = { number: 'Card number', expiry: 'Expiration date (MM/YY)', code: 'Security code (CVV)' };

type Options = NonNullable<Parameters<Shop['pageUrl']>[0]> & {
  /** Runs on the fresh page before it is opened. */
  before?: (page: Page) => Promise<unknown>;
};

export type CardPage = {
  page: Page;
  frameOf: (label: string) => FrameLocator;
  field: (label: string) => Locator;
  /** Clicks into a field and types. */
  fill: (label: string, text: string) => Promise<void>;
  fillCard: (card?: { number?: string; expiry?: string; code?: string }) => Promise<void>;
  /** Waits until the field receives typing: focus enters a frame a moment later. */
  focused: (label: string) => Promise<void>;
  send: () => Promise<void>;
  /** The outcome of the last submission; `data-valid` states whether the card is complete. */
  said: Locator;
};

/** A shop for the tests of one file. `open`: its payment methods in a page. */
export function testShop() {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());
  return { shop: () => shop, open: (options: Options = {}) => openCardPage({ shop, ...options }) };
}

/** The payment methods in a page, with helpers that type into its card fields. */
async function openCardPage({ shop, before, ...where }: Options & { shop: Shop }): Promise<CardPage> {
  const viewport = { width: 1280, height: 1000 };
  const page = await (before ? freshPage({ viewport }) : reusedPage({ viewport }));
  await before?.(page);
  await page.goto(await shop.pageUrl(where), { waitUntil: 'commit' });
  const frameOf = (label: string) => page.frameLocator(`iframe[title="${label}"]`);
  const field = (label: string) => frameOf(label).getByRole('textbox', { name: label });
  const fill = async (label: string, text: string) => {
    await field(label).click();
    await page.keyboard.type(text);
  };
  const focused = (label: string) =>
    expect
      .poll(() => field(label).evaluate((input) => input === document.activeElement && document.hasFocus()))
      .toBe(true);
  return {
    page,
    frameOf,
    field,
    fill,
    focused,
    async fillCard({ number = '4111111111111111', expiry = '1230', code = '123' } = {}) {
      await fill(labels.number, number);
      await fill(labels.expiry, expiry);
      await fill(labels.code, code);
    },
    send: () => page.getByRole('button', { name: 'Card', exact: true }).click(),
    said: page.locator('output[data-valid]'),
  };
}
