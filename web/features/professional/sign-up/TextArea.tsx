import { useState } from 'react';
import { characterCount, normaliseText } from '#contract/fields/typed-text.ts';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import { describe, type FieldBinding, FieldShell } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './sign-up.module.css';

type Props = FieldBinding & { max: number; typed: string };

/** A text area with a counter. Longer input is not cut off: it shows an error and can be shortened. */
export function TextArea({ label, error, id, max, typed, ...input }: Props) {
  const charactersLeft = max - characterCount(normaliseText(typed));
  const [touched, setTouched] = useState(false);
  const text =
    charactersLeft >= 0
      ? m.pro_characters_left({ count: charactersLeft })
      : m.pro_characters_over({ count: -charactersLeft });
  const described = describe({ id, error });
  return (
    <FieldShell id={id} label={label} error={error}>
      <textarea
        {...input}
        {...described}
        aria-describedby={`${id}-count ${described['aria-describedby'] ?? ''}`.trim()}
        id={id}
        className={fields.input}
        rows={4}
        autoComplete="off"
        onInput={() => setTouched(true)}
      />
      <span id={`${id}-count`} className={classNames(layout.soft, charactersLeft < 0 && style.over)}>
        {text}
      </span>
      {/* Announced only near the end: an announcement for every letter would drown the input. */}
      <VisuallyHidden>
        <span aria-live="polite">{touched && charactersLeft <= 20 && charactersLeft % 5 === 0 ? text : ''}</span>
      </VisuallyHidden>
    </FieldShell>
  );
}
