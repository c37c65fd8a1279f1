import { type RefObject, useEffect } from 'react';

const opener = '[data-row-opener]';
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** `/` leads to the search from anywhere but a field; arrow keys move from there through the rows of the list. */
export default function ListKeys({ search }: { search: RefObject<HTMLInputElement | null> }): null {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      const next = key === '/' && !isTyping(target) ? search.current : rowBeside(target, steps[key]);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  });
  return null;
}

const isTyping = (target: Element) => target.closest('input:not([type=checkbox]), textarea, select, [role$=dialog]');

function rowBeside(target: Element, step: number | undefined): HTMLElement | undefined {
  const row = target.closest('tr:has([data-row-opener])');
  if (step === undefined || !(row || target.matches('[type=search]'))) return undefined;
  const openers = [...document.querySelectorAll<HTMLElement>(opener)];
  return openers[openers.findIndex((one) => row?.contains(one)) + step];
}
