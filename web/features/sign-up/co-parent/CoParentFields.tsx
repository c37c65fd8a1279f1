import { useWatch } from 'react-hook-form';
import { m } from '#messages/messages.js';
import type { FamilyForm } from '#web/fields/family/family-form.ts';
import { PhoneOf } from '#web/fields/phone/PhoneOf.tsx';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';

/** The co-parent: name, and an e-mail or, without one, a phone (specification 2.5, 5.2). */
export function CoParentFields({ of }: { of: FamilyForm }) {
  const knowsEmail = useWatch({ control: of.form.control, name: 'knowsCoParentEmail' }) ?? true;
  const setKnowsEmail = async (knows: boolean) => {
    if (!knows) of.form.setValue('coParent.email', '');
    of.form.clearErrors(['coParent.email', 'coParent.phoneNumber']);
    of.form.setValue('knowsCoParentEmail', knows, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <Pair>
        <TextField {...of.field('coParent.firstName')} autoComplete="off" autoCapitalize="words" />
        <TextField {...of.field('coParent.lastName')} autoComplete="off" autoCapitalize="words" />
      </Pair>
      {knowsEmail && (
        <TextField {...of.field('coParent.email')} type="email" autoComplete="off" hint={m.co_parent_email_hint()} />
      )}
      <CheckboxField
        {...of.fieldTexts('knowsCoParentEmail')}
        checked={!knowsEmail}
        onChange={async ({ target }) => setKnowsEmail(!(target instanceof HTMLInputElement && target.checked))}
        onBlur={async () => undefined}
        ref={() => undefined}
      />
      <LiveRegion>{!knowsEmail && <WhyEmail />}</LiveRegion>
      <PhoneOf
        of={of}
        at="coParent"
        whose="somebody else"
        optional={knowsEmail}
        hint={knowsEmail ? m.co_parent_phone_hint() : m.co_parent_phone_needed()}
      />
    </>
  );
}

function WhyEmail() {
  return (
    <Notice>
      <h2>{m.co_parent_why_email()}</h2>
      <p>{m.co_parent_why_email_text()}</p>
      <p>{m.co_parent_why_email_later()}</p>
    </Notice>
  );
}
