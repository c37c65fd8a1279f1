import { useState } from 'react';
import { characterCount, normaliseText } from '#contract/fields.ts';
import { m } from '#messages/messages.js';
import { classNames } from '#web/ui/class-names.ts';
import { describe, type FieldBinding, FieldShell } from '#web/ui/form/FieldShell.tsx';
import layout from '#web/ui/layout.module.css';
import fields from '#web/ui/form/fields.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './sign-up.module.css';

type Props = FieldBinding & { max: number; typed: string };

/**
 * A few lines of text with a count of what is left. Nothing is cut off: what is too much says so and can be shortened.
 */
export function TextArea({ label, error, id, max, typed, ...input }: Props) {
  const left = max - characterCount(normaliseText(typed));
  const [touched, setTouched] = useState(false);
  const text = left >= 0 ? m.pro_characters_left({ count: left }) : m.pro_characters_over({ count: -left });
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
      <span id={`${id}-count`} className={classNames(layout.soft, left < 0 && style.over)}>
        {text}
      </span>
      {/* Read out near the end only: a number after every letter would drown what is typed. */}
      <VisuallyHidden>
        <span aria-live="polite">{touched && left <= 20 && left % 5 === 0 ? text : ''}</span>
      </VisuallyHidden>
    </FieldShell>
  );
}
