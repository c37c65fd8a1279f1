import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { maxCaseChildren } from '#contract/sign-up/most-children.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import type { FieldBinding } from '#web/ui/form/FieldShell.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import style from '../pro.module.css';

type Props = {
  /** From `useFieldArray`. */
  list: {
    fields: readonly { id: string }[];
    append: (child: { firstName: string }) => void;
    remove: (index: number) => void;
  };
  field: (index: number) => FieldBinding;
};

/** First names of any number of children. */
export function ChildrenFields({ list: { fields, append, remove }, field }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const takeOut = (index: number) => {
    // The focused button is about to be removed: move the focus before the next paint.
    flushSync(() => remove(index));
    add.current?.focus();
  };
  return (
    <fieldset className={style.fieldset}>
      <legend>{m.pro_new_children()}</legend>
      {fields.map((child, index) => (
        <div key={child.id} className={style.child}>
          <TextField {...field(index)} autoComplete="off" autoCapitalize="words" />
          <Button
            variant="link"
            aria-label={m.pro_new_remove_child({ number: index + 1 })}
            onClick={() => takeOut(index)}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </div>
      ))}
      {fields.length < maxCaseChildren && (
        <div>
          <Button ref={add} variant="quiet" onClick={() => append({ firstName: '' })}>
            {m.pro_new_add_child()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
