import { m } from '#messages/messages.js';
import { countryOfPhone } from '#web/checkout/billing/country-of-phone.ts';
import { Button } from '#web/ui/Button.tsx';
import { checkStep } from './check-step.ts';
import { PracticeForm } from './PracticeForm.tsx';
import { signUp, storePractice } from './sign-up-store.ts';

/** Step 2: the practice, where it is, and what they do. */
export function PracticeStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { practice, contact } = signUp();
  return (
    <PracticeForm
      values={{ ...practice, country: practice.country || countryOfPhone(contact.phoneCountryCode) }}
      onTyped={storePractice}
      submitText={m.ui_continue()}
      onSubmit={async (values) => {
        const checked = await checkStep('TWO', values);
        if (checked.outcome === 'valid') onDone();
        return checked.outcome === 'wrong' ? checked.errors : null;
      }}
    >
      <Button variant="link" onClick={onBack}>
        {m.ui_back()}
      </Button>
    </PracticeForm>
  );
}
