import { useId } from 'react';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { describe, FieldErrorText } from '../../ui/form/FieldShell.tsx';
import fields from '../../ui/form/fields.module.css';
import type { Consent } from '../use-checkout.ts';
import style from './ConsentFields.module.css';

type Props = { consent: Consent; onChange: (consent: Consent) => void; error: string | undefined; termsId: string };

/** Two boxes, each unticked until the person ticks it: terms and privacy are needed, news are not. */
export function ConsentFields({ consent, onChange, error, termsId }: Props) {
  const marketingId = useId();
  return (
    <div className={style.consents}>
      <div className={fields.field}>
        <label className={fields.choice} htmlFor={termsId}>
          <input
            {...describe({ id: termsId, error })}
            id={termsId}
            type="checkbox"
            required
            checked={consent.terms}
            onChange={({ target }) => onChange({ ...consent, terms: target.checked })}
          />
          <span>{m.payment_consent_terms()}</span>
        </label>
        <p className={style.links}>
          <a href={brand.links.terms} target="_blank" rel="noopener">
            {m.payment_terms()}
          </a>
          <a href={brand.links.privacy} target="_blank" rel="noopener">
            {m.payment_privacy()}
          </a>
        </p>
        <FieldErrorText id={termsId} error={error} />
      </div>
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
