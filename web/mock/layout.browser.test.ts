import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { gallery } from './gallery/open-gallery.ts';

const en = { locale: 'en' } as const;
const page = await gallery.open();
/** Without a reload, because loading all code again takes several times as long. */
async function show(state: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/app/join/mock/${state}`);
  await page.locator(`html[data-mock-state="${state}"] main h1`).waitFor();
  await page.locator('main').getByRole('button').first().waitFor();
}

/** In pixels. `offset`: of the first shown card from the heading, or of a row's last card from the row's end. */
const layout = () =>
  page.evaluate(() => {
    const heading = document.querySelector('main h1')?.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('main article')].map((card) => card.getBoundingClientRect());
    // A carousel starts at the popular plan, with cards hidden before it.
    const shown = document.querySelector('main article:not([inert] *)');
    const row = shown?.closest('ul');
    const isAtEnd = row && row.scrollLeft > 0 && row.scrollLeft + row.clientWidth >= row.scrollWidth - 1;
    const [card, edge] = isAtEnd
      ? [boxes.at(-1)?.right, row.parentElement?.getBoundingClientRect().right]
      : [shown?.getBoundingClientRect().left, heading?.left];
    return {
      offset: Math.round((card ?? 0) - (edge ?? Infinity)),
      narrowest: Math.floor(Math.min(...boxes.map(({ width }) => width))),
      column: Math.floor(heading?.width ?? 0),
      sideways: document.documentElement.scrollWidth - window.innerWidth,
      inWindow: boxes.filter(({ left, right }) => left >= 0 && right <= window.innerWidth).length,
    };
  });

const widths = [320, 360, 709, 900, 980, 1069, 1200, 1280, 1440];

const lists: [state: string, inWindowAt1280: number][] = [
  ['packages/p0', 3],
  ['packages/p1-two-cards', 2],
  ['packages/p2-four-cards', 4],
  ['packages/p3-pick-me', 3],
  ['packages/including-vat', 2],
  ['invite-packages/co-parents-choice', 3],
  ['invite-packages/four-cards', 3],
  ['account-upgrade/from-essentials', 3],
];

describe('the cards of a term', () => {
  it.each(lists)(
    '%s: stand under their heading, at least 321 px or their column wide, at every width',
    async (state, at1280) => {
      await show(state, 1440);
      const faults: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        const { offset, narrowest, column, sideways, inWindow } = await layout();
        if (offset !== 0) faults.push(`at ${width} px ${offset} px from the heading`);
        if (narrowest < Math.min(321, column)) faults.push(`at ${width} px a card of ${narrowest} px`);
        if (sideways > 0) faults.push(`at ${width} px scrolls sideways by ${sideways} px`);
        if (width === 1280 && inWindow !== at1280) faults.push(`at 1280 px ${inWindow} cards are seen`);
      }
      expect(faults).toEqual([]);
    },
  );

  it.each([
    ['packages/p0', 360],
    ['packages/p2-four-cards', 1024],
  ])('%s at %d px: every card is reached by the arrows (L1)', async (state, width) => {
    await show(state, width);
    const cards = page
      .getByRole('list', { name: m.packages_list({}, en) })
      .or(page.getByRole('region', { name: m.packages_list({}, en) }));
    const next = cards.getByRole('button', { name: m.packages_next({}, en) });
    const seen = new Set<string>();
    const note = async () => {
      for (const name of await cards.locator('li:not([inert]) > div > article h2').allTextContents()) seen.add(name);
    };
    const previous = cards.getByRole('button', { name: m.packages_previous({}, en) });
    for (let press = 0; press < 4 && (await previous.getAttribute('aria-disabled')) === null; press += 1) {
      const before = await cards.getByRole('status').textContent();
      await previous.press('Enter');
      await expect.poll(() => cards.getByRole('status').textContent()).not.toBe(before);
    }
    await note();
    for (let press = 0; press < 4 && (await next.getAttribute('aria-disabled')) === null; press += 1) {
      const before = await cards.getByRole('status').textContent();
      await next.press('Enter');
      await expect.poll(() => cards.getByRole('status').textContent()).not.toBe(before);
      await note();
    }
    expect(seen.size).toBe(await cards.locator('article').count());
  });

  it('F9: two quick presses of an arrow move two cards', async () => {
    await show('packages/p0', 360);
    const region = page.getByRole('region', { name: m.packages_list({}, en) });
    const [previous, next] = [m.packages_previous({}, en), m.packages_next({}, en)];
    const at = (number: string) =>
      expectPage(region.getByRole('status')).toHaveText(m.packages_position_one({ number, total: '3' }, en));
    await at('2');
    await region.getByRole('button', { name: previous }).press('Enter');
    await at('1');
    await region.getByRole('button', { name: next }).press('Enter');
    await page.keyboard.press('Enter');
    await at('3');
  });

  it('fold and open their details together on a phone, each as high as its own content', async () => {
    await show('packages/p0', 360);
    const blanks = () =>
      page.getByRole('article').evaluateAll((cards) =>
        cards.map((card) => {
          const last = card.lastElementChild?.getBoundingClientRect();
          const slide = card.closest('li')?.getBoundingClientRect();
          return Math.round((slide?.bottom ?? 0) - (last?.bottom ?? 0));
        }),
      );
    const opened = page.getByRole('button', { name: m.packages_collapse({}, en), includeHidden: true });
    expect(Math.max(...(await blanks()))).toBeLessThan(30);
    await page
      .locator('li:not([inert])')
      .getByRole('button', { name: m.packages_expand({}, en) })
      .click();
    await expect.poll(() => opened.count()).toBe(3);
    expect(Math.max(...(await blanks()))).toBeLessThan(30);
  });

  it.each([
    ['packages/p0', 360],
    ['packages/p2-four-cards', 1024],
  ])(
    '%s at %d px: are swiped from one edge of the window to the other, so that no shadow is cut (L2)',
    async (state, width) => {
      await show(state, width);
      const room = await page
        .getByRole('article')
        .first()
        .evaluate((card) => {
          const track = card.closest('ul')?.getBoundingClientRect();
          const box = card.getBoundingClientRect();
          return {
            start: Math.round(track?.left ?? 1),
            end: Math.round(track?.right ?? 1),
            below: Math.round((track?.bottom ?? 0) - box.bottom),
          };
        });
      expect(room).toEqual({ start: 0, end: width, below: expect.any(Number) });
      expect(room.below).toBeGreaterThanOrEqual(36);
    },
  );
});

/** Screens with a way back beside their main button, or alone where the page has many buttons. */
const waysBack: [state: string, back: string][] = [
  ['co-parent/empty', m.ui_back({}, en)],
  ['payment/billing', m.payment_back({}, en)],
  ['packages/p0', m.ui_back({}, en)],
  ['account-upgrade-review/ready', m.upgrade_all_plans({}, en)],
  ['pro-sign-up-step/security', m.ui_back({}, en)],
];

describe('every page', () => {
  it.each(waysBack)('%s: has its Back as a link after the main button, in one style', async (state, name) => {
    await show(state, 1280);
    const back = page
      .getByRole('main')
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('main').getByRole('link', { name, exact: true }));
    const found = await back.last().evaluate((element) => {
      const { borderStyle, textDecorationLine, fontWeight } = getComputedStyle(element);
      const before = element.parentElement?.querySelector('button, a');
      return {
        borderStyle,
        textDecorationLine,
        fontWeight,
        // A sentence may follow it.
        isFirstOfSeveral: before === element && (element.nextElementSibling?.matches(':not(p)') ?? false),
      };
    });
    expect(found).toEqual({
      borderStyle: 'none',
      textDecorationLine: 'underline',
      fontWeight: '650',
      isFirstOfSeveral: false,
    });
  });

  it('leaves no double gap for empty live regions, and one gap between fields', async () => {
    await show('your-details/empty', 360);
    const gaps = await page.evaluate(() => {
      const boxes = (elements: Iterable<Element>) =>
        [...elements].map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
      const between = (all: DOMRect[]) =>
        all.slice(1).map(({ top }, index) => Math.round(top - (all[index]?.bottom ?? 0)));
      const [main, form] = [document.querySelector('main > *'), document.querySelector('main form')];
      return { page: between(boxes(main?.children ?? [])), form: between(boxes(form?.children ?? [])) };
    });
    expect(new Set([...gaps.page, ...gaps.form])).toEqual(new Set([24]));
  });

  it('keeps the width of its main button, whether or not it says why it waits', async () => {
    const widths: number[] = [];
    for (const state of ['co-parent/empty', 'co-parent/filled']) {
      await show(state, 1280);
      const main = page.locator('main button[type=submit]');
      widths.push(await main.evaluate((button) => button.getBoundingClientRect().width));
    }
    expect(widths[0]).toBe(widths[1]);
  });

  it('begins its dots where its heading begins, as far from each other, on a phone', async () => {
    await show('packages/p0', 360);
    const lefts = await page
      .locator('main ol > li > * > [aria-hidden]:first-child')
      .evaluateAll((dots) => dots.map((dot) => Math.round(dot.getBoundingClientRect().left)));
    const [first = 0, second = 0, third = 0] = lefts;
    expect(Math.abs(second - first - (third - second))).toBeLessThanOrEqual(1);
  });

  it('begins its dots where its heading begins', async () => {
    for (const [state, width] of [
      ['packages/p0', 360],
      ['payment/billing', 1280],
    ] as const) {
      await show(state, width);
      const lefts = await page.evaluate(() =>
        ['main h1', 'main ol > li:first-child [aria-hidden]'].map((found) =>
          Math.round(document.querySelector(found)?.getBoundingClientRect().left ?? -1),
        ),
      );
      expect(lefts[1]).toBe(lefts[0]);
    }
  });

  it.each(['packages/coupon', 'account-upgrade/from-essentials'])(
    '%s: breaks no price, and no date, over two lines',
    async (state) => {
      for (const language of ['en', 'es']) {
        await show(state, 360);
        await page.locator('header select').selectOption(language);
        const lines = await page.locator('article [class*="oneLine"], article dd').evaluateAll((all) =>
          all.map((element) => {
            if (getComputedStyle(element).display === 'inline') return element.getClientRects().length;
            return Math.round(
              element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
            );
          }),
        );
        expect(new Set(lines)).toEqual(new Set([1]));
      }
      await page.locator('header select').selectOption('en');
    },
  );

  it('keeps the height of the folded order on a phone, whichever label its total gets', async () => {
    const heights: number[] = [];
    for (const state of ['payment/price-on-its-way', 'payment/billing']) {
      await show(state, 360);
      await page.locator('header select').selectOption('es');
      heights.push(await page.locator('main aside').evaluate((order) => order.clientHeight));
    }
    await page.locator('header select').selectOption('en');
    expect(heights).toEqual(heights.map(() => heights[0]));
  });

  it('keeps two fields beside each other in line, though one has a hint', async () => {
    await show('invite-credentials/paid-for', 1280);
    const tops = await page
      .locator('main input[inputmode="numeric"]')
      .evaluateAll((all) => all.map((input) => input.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    expect(tops).toHaveLength(2);
  });

  it('says beside a card who handles it and when it is charged', async () => {
    await show('pro-plan/both-parents', 1280);
    await expectPage(page.getByText(m.payment_methods_card_handling({}, en))).toBeVisible();
  });

  it('B9: says beside a card that Escape does not leave from inside its fields', async () => {
    const leave = m.chrome_leave_quickly({}, en);
    await show('pro-plan/both-parents', 1280);
    await expectPage(page.getByText(m.payment_methods_card_escape({ leave }, en))).toBeVisible();
  });

  it('T11: leads from what renews to how to cancel, which nobody must log in to read', async () => {
    await show('account-restart/ready', 1280);
    await expectPage(
      page.getByRole('main').getByRole('link', { name: m.payment_renewal_cancel({}, en) }),
    ).toHaveAttribute('href', '/app/how-to-cancel');
  });
});
