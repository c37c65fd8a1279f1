import { useState } from 'react';

export type Options = {
  open: boolean;
  /** Index of the active option; -1 for none. */
  active: number;
  listId: string;
  optionId: (index: number) => string;
  /** To the next or previous option, wrapping around. */
  move: (step: 1 | -1) => void;
  close: () => void;
  /** Attributes of the field that owns the list. */
  combobox: {
    role: 'combobox';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-autocomplete': 'list';
    'aria-activedescendant': string | undefined;
  };
};

/** A combobox's list: the field keeps the focus and `aria-activedescendant` names the active one of `count` options. */
export function useOptions({ id, count, open }: { id: string; count: number; open: boolean }): Options {
  const [active, setActive] = useState(-1);
  const listId = `${id}-options`;
  const optionId = (index: number) => `${id}-option-${index}`;
  return {
    open,
    active,
    listId,
    optionId,
    move: (step) => {
      const next = active === -1 && step === -1 ? count - 1 : (active + step + count) % count;
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    },
    close: () => setActive(-1),
    combobox: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
    },
  };
}
