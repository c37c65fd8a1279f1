import type { Page } from '@playwright/test';

export type Interactions = {
  /** Each field that was typed into or chosen from, once, on any page or frame. */
  fields: Set<string>;
  /** Each press, in order. */
  presses: string[];
};

type Kind = 'field' | 'press';

/** Counts what a person does on a page from now on: fields typed or chosen, and presses of buttons and links. */
export async function countInteractions(page: Page): Promise<Interactions> {
  const interactions: Interactions = { fields: new Set(), presses: [] };
  await page.exposeBinding('countInteraction', (_source, kind: Kind, name: string) => {
    if (kind === 'field') interactions.fields.add(name);
    else interactions.presses.push(name);
  });
  await page.addInitScript(() => {
    const tell = (globalThis as unknown as { countInteraction: (kind: Kind, name: string) => Promise<void> })
      .countInteraction;
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
  return interactions;
}
