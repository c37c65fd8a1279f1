import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldErrorText } from '#web/ui/form/FieldShell.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import style from './CardFields.module.css';

type Props = {
  id: string;
  placeRef: (place: HTMLDivElement | null) => void;
  label: string;
  decoration?: ReactNode;
  error: string | undefined;
  isFocused: boolean;
  isReady: boolean;
  onFocus: () => void;
};

/**
 * The page's side of a card field. A label cannot reference an element inside a frame, so it references a hidden button
 * that forwards the focus, as do links to `id`. Screen readers and Tab reach only the frame's own field.
 */
export function CardFieldFrame({ id, placeRef, label, decoration, error, isFocused, isReady, onFocus }: Props) {
  return (
    <div className={style.field}>
      <div className={style.heading}>
        <label className={style.label} htmlFor={id}>
          {label}
        </label>
        {decoration}
      </div>
      <div className={classNames(style.box, isFocused && style.focused, error !== undefined && style.wrong)}>
        <button
          type="button"
          id={id}
          className={style.gate}
          tabIndex={-1}
          aria-hidden="true"
          onFocus={onFocus}
          onClick={onFocus}
        />
        {!isReady && <Skeleton shape="field" />}
        <div ref={placeRef} className={classNames(style.place, !isReady && style.unready)} />
      </div>
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
