import { useId } from 'react';
import { m } from '#messages/messages.js';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import type { Consent } from '../use-checkout.ts';
import { TermsField } from './TermsField.tsx';

type Props = { consent: Consent; onChange: (consent: Consent) => void; error: string | undefined; termsId: string };

/** Two checkboxes, unticked at first: terms and privacy are required, marketing is optional. */
export function ConsentFields({ consent, onChange, error, termsId }: Props) {
  const marketingId = useId();
  return (
    <div className={`${layout.part} ${layout.narrow}`}>
      <TermsField
        id={termsId}
        checked={consent.terms}
        onChange={(terms) => onChange({ ...consent, terms })}
        error={error}
      />
      <label className={fields.choice} htmlFor={marketingId}>
        <input
          id={marketingId}
          type="checkbox"
          checked={consent.marketing}
          onChange={({ target }) => onChange({ ...consent, marketing: target.checked })}
        />
        <span>{m.payment_consent_marketing()}</span>
      </label>
    </div>
  );
}
