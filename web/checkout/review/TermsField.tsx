import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { describe, FieldErrorText } from '#web/ui/form/FieldShell.tsx';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';

type Props = { id: string; checked: boolean; onChange: (checked: boolean) => void; error: string | undefined };

/** The checkbox for terms and privacy, unticked at first, with links to both texts. */
export function TermsField({ id, checked, onChange, error }: Props) {
  return (
    <div className={fields.field}>
      <label className={fields.choice} htmlFor={id}>
        <input
          {...describe({ id, error })}
          id={id}
          type="checkbox"
          required
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{m.payment_consent_terms()}</span>
      </label>
      <p className={`${layout.links} ${layout.small}`}>
        <a href={brand.links.terms} target="_blank" rel="noopener">
          {m.payment_terms()}
        </a>
        <a href={brand.links.privacy} target="_blank" rel="noopener">
          {m.payment_privacy()}
        </a>
      </p>
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
