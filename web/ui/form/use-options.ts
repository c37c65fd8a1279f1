import { useState } from 'react';

export type Options = {
  open: boolean;
  /** Index of the option the arrows stand on; -1 for none. */
  active: number;
  listId: string;
  optionId: (index: number) => string;
  /** To the next or the one before, round at the ends. */
  move: (step: 1 | -1) => void;
  leave: () => void;
  /** Attributes of the field that the list belongs to. */
  combobox: {
    role: 'combobox';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-autocomplete': 'list';
    'aria-activedescendant': string | undefined;
  };
};

/**
 * A combobox's list: the field keeps the focus and says which option the arrows stand on. `count` options are in it.
 */
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
    leave: () => setActive(-1),
    combobox: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
    },
  };
}
