import type { Page } from '@playwright/test';

export type Hands = {
  /** Each field that was typed into or chosen from, once, on any page or frame. */
  fields: Set<string>;
  /** What was pressed, each time. */
  presses: string[];
};

type Kind = 'field' | 'press';

/** Counts what hands do on a page from now on: fields that are typed or chosen, and presses of buttons and links. */
export async function countHands(page: Page): Promise<Hands> {
  const hands: Hands = { fields: new Set(), presses: [] };
  await page.exposeBinding('countHand', (_source, kind: Kind, name: string) => {
    if (kind === 'field') hands.fields.add(name);
    else hands.presses.push(name);
  });
  await page.addInitScript(() => {
    const tell = (globalThis as unknown as { countHand: (kind: Kind, name: string) => Promise<void> }).countHand;
    const fieldGiven = ({ target }: Event) => {
      if (
        target instanceof HTMLInputElement ||
        target instanceof HTMLSelectElement ||
        target instanceof HTMLTextAreaElement
      )
        void tell('field', `${location.origin}${location.pathname}${location.search} ${target.name || target.id}`);
    };
    for (const type of ['input', 'change']) addEventListener(type, fieldGiven, true);
    addEventListener(
      'click',
      ({ target }) => {
        const pressed = target instanceof Element && target.closest('a, button, summary, [role=button], [role=option]');
        if (pressed) void tell('press', `${location.pathname} ${pressed.textContent}`);
      },
      true,
    );
  });
  return hands;
}
