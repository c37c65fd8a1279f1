import { type ComponentProps, type MouseEvent, useState } from 'react';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import fields from '#web/ui/form/fields.module.css';
import style from './import.module.css';

type Props = Pick<ComponentProps<'input'>, 'id' | 'accept' | 'aria-describedby' | 'aria-invalid'> & {
  onChoose: (file: File | null) => void;
};

/** A file field in the page's language: a native one uses the browser's. */
export function FileInput({ onChoose, ...input }: Props) {
  const [name, setName] = useState<string>();
  const chosen = name ?? m.pro_import_none_chosen();
  const choose = (file: File | null) => {
    setName(file?.name);
    onChoose(file);
  };
  return (
    <span className={classNames(fields.input, style.file)}>
      <input
        {...input}
        className={style.native}
        type="file"
        title={chosen}
        onClick={letChooseAgain}
        onChange={({ target }) => choose(target.files?.[0] ?? null)}
      />
      <span className={style.choose} aria-hidden>
        {m.pro_import_choose()}
      </span>
      <span className={style.chosen} aria-hidden>
        {chosen}
      </span>
    </span>
  );
}

/** Browsers report no change when the same file is chosen again, though it may have been corrected meanwhile. */
function letChooseAgain({ currentTarget: input }: MouseEvent<HTMLInputElement>): void {
  const chosen = new DataTransfer();
  for (const file of input.files ?? []) chosen.items.add(file);
  input.value = '';
  const putBack = () => {
    input.files = chosen.files;
  };
  input.addEventListener('cancel', putBack, { once: true });
}
