import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './family.module.css';
import type { FamilyForm } from './family-form.ts';

type Props<Output> = { of: FamilyForm<Output>; index: number; onRemove: () => void };

/** One child. Visible labels are short, because the legend says which child; the error summary names both. */
export function ChildFields<Output>({ of, index, onRemove }: Props<Output>) {
  const legend = m.co_parent_child({ number: String(index + 1) });
  return (
    <fieldset className={style.child}>
      <legend className={style.legend}>{legend}</legend>
      <span className={style.remove}>
        <Button variant="link" onClick={onRemove}>
          {m.co_parent_remove()}
          <VisuallyHidden> {legend}</VisuallyHidden>
        </Button>
      </span>
      <Pair>
        <TextField
          {...of.field(`children.${index}.firstName`)}
          label={m.ui_first_name()}
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          {...of.field(`children.${index}.lastName`)}
          label={m.ui_last_name()}
          autoComplete="off"
          autoCapitalize="words"
        />
      </Pair>
      <TextField
        {...of.field(`children.${index}.email`)}
        label={m.ui_email()}
        type="email"
        autoComplete="off"
        optional
      />
    </fieldset>
  );
}
