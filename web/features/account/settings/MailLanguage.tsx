import { type Language, languages } from '#contract/languages.ts';
import { useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { Card } from '#web/ui/Card.tsx';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import layout from '#web/ui/layout.module.css';
import { LiveText } from '#web/ui/LiveText.tsx';
import { refreshSession, useSignedIn } from '#web/auth-session/signed-in.ts';
import { showError } from '#web/problems/show-error.ts';

/** Each language by its own name. */
const names: Record<Language, string> = { en: 'English', es: 'Español' };
const savedTexts: Record<Language, () => string> = {
  en: () => m.account_settings_language_saved_en(),
  es: () => m.account_settings_language_saved_es(),
};

/** The language of mails and receipts. The choice is saved as it is made. */
export function MailLanguage() {
  const id = useId();
  const now = useSignedIn();
  const known = now.state === 'in' || now.state === 'ended' ? now.session.language : currentLanguage();
  const [chosen, setChosen] = useState<Language | null>(null);
  const [saved, setSaved] = useState<Language | null>(null);
  const choose = async (language: Language) => {
    setChosen(language);
    setSaved(null);
    const result = await call('PUT /v2/account/language', { body: { language } });
    if (!result.ok) {
      setChosen(null);
      return showError(result.problem);
    }
    setSaved(language);
    await refreshSession();
  };
  return (
    <Card>
      <ChoiceGroup
        id={id}
        name="mail-language"
        label={m.account_settings_language_label()}
        error={undefined}
        hint={m.account_settings_language_text()}
        columns
        choices={languages.map((value) => ({ value, label: <span lang={value}>{names[value]}</span> }))}
        chosen={chosen ?? known}
        onChange={async ({ target }) => {
          const language = languages.find((one) => target instanceof HTMLInputElement && one === target.value);
          if (language) await choose(language);
        }}
        onBlur={async () => undefined}
        ref={() => undefined}
      />
      <LiveText>{saved !== null && <p className={layout.soft}>{savedTexts[saved]()}</p>}</LiveText>
    </Card>
  );
}
