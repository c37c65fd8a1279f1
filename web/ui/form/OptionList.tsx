import type { FocusEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import style from './OptionList.module.css';
import type { Options } from './use-options.ts';

type BoxProps = { children: ReactNode; onBlur?: (event: FocusEvent<HTMLDivElement>) => void };

/** A combobox's field and its list, which overlays what follows. */
export function OptionBox({ children, onBlur }: BoxProps) {
  return (
    <div className={style.box} onBlur={onBlur}>
      {children}
    </div>
  );
}

type ListProps = {
  options: Options;
  label: string /** Several options can be selected. */;
  multiple?: boolean;
  children: ReactNode;
};

export function OptionList({ options: { listId, open }, label, multiple, children }: ListProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple}
      tabIndex={-1}
      className={style.list}
      hidden={!open}
    >
      {children}
    </div>
  );
}

type OptionProps = { options: Options; index: number; selected: boolean; onChoose: () => void; children: ReactNode };

export function Option({ options, index, selected, onChoose, children }: OptionProps) {
  return (
    <button
      id={options.optionId(index)}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={classNames(style.option, index === options.active && style.active)}
      // The field keeps the focus, so that its blur does not close the list before the click arrives.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
