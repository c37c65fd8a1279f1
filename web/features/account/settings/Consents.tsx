import { useState } from 'react';
import { Link } from 'react-router';
import type { readConsents } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { agreementVersions, changesSince } from '#contract/public-texts/agreement.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownDay } from '#web/auth-session/own-time.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import style from './settings.module.css';

type Answer = AnswerOf<typeof readConsents>;
type Recorded = Answer['consents'][number];
type Consent = Pick<Recorded, 'kind' | 'given' | 'mayChange'> & {
  recorded: Pick<Recorded, 'recordedAt' | 'textVersion'> | null;
};

const names: Record<Consent['kind'], () => string> = {
  TERMS: () => m.account_settings_consent_terms(),
  RENEWAL: () => m.account_settings_consent_renewal(),
  MARKETING: () => m.account_settings_consent_marketing(),
  CO_PARENT_FLAG: () => m.account_settings_consent_flag(),
};

/** How to end a consent that has no button here. */
const endings: Partial<Record<Consent['kind'], () => string>> = {
  TERMS: () => m.account_settings_consent_terms_text(),
  RENEWAL: () => m.account_settings_consent_renewal_text(),
};

const newsNotAsked: Consent = { kind: 'MARKETING', given: false, mayChange: true, recorded: null };

/** Includes news, which users who were never asked may agree to. */
function listed(recorded: readonly Recorded[]): Consent[] {
  const consents = recorded.map((one) => ({ ...one, recorded: one }));
  return consents.some(({ kind }) => kind === 'MARKETING') ? consents : [...consents, newsNotAsked];
}

/** The current consents with date and text version; those that can be withdrawn have a button. */
export function Consents() {
  const answer = useSignedInQuery('GET /v2/account/consents', {});
  const { replace } = answer;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  return (
    <Card>
      <ul className={style.consents}>
        {listed(answer.data.consents).map((consent) => (
          <ConsentLine key={consent.kind} consent={consent} onChanged={replace} />
        ))}
      </ul>
    </Card>
  );
}

function ConsentLine({ consent, onChanged }: { consent: Consent; onChanged: (answer: Answer) => void }) {
  const { kind, given, recorded, mayChange } = consent;
  const name = names[kind]();
  return (
    <li className={style.consent}>
      <div className={account.what}>
        <p className={style.name}>{name}</p>
        <p className={layout.soft}>
          {recorded ? decisionText(given, recorded) : m.account_settings_consent_not_asked()}
        </p>
        {kind === 'TERMS' && recorded && <Agreement version={recorded.textVersion} />}
        {endings[kind] && <p className={layout.soft}>{endings[kind]()}</p>}
      </div>
      {mayChange && <ChangeConsent kind={kind} given={given} name={name} onChanged={onChanged} />}
    </li>
  );
}

function decisionText(given: boolean, { recordedAt, textVersion }: NonNullable<Consent['recorded']>): string {
  const date = ownDay(recordedAt);
  const decided = given ? m.account_settings_consent_given({ date }) : m.account_settings_consent_refused({ date });
  return `${decided} · ${m.account_settings_consent_version({ version: textVersion })}`;
}

/** The texts as they were agreed to, and the changes in newer versions. */
function Agreement({ version }: { version: string }) {
  const isAvailable = agreementVersions.some((entry) => entry.version === version);
  const newerVersions = changesSince(version, currentLanguage());
  return (
    <>
      {isAvailable && (
        <p className={layout.links}>
          <Link to={`${addresses.terms}/${version}`}>{m.chrome_terms()}</Link>
          <Link to={`${addresses.privacy}/${version}`}>{m.chrome_privacy()}</Link>
        </p>
      )}
      {newerVersions.length === 0 && <p className={layout.soft}>{m.account_settings_consent_unchanged()}</p>}
      {newerVersions.map((newer) => (
        <div key={newer.version} className={layout.soft}>
          <p>{m.account_settings_consent_changed({ version: newer.version })}</p>
          <ul>
            {newer.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

type ChangeProps = Pick<Consent, 'kind' | 'given'> & { name: string; onChanged: (answer: Answer) => void };

function ChangeConsent({ kind, given, name, onChanged }: ChangeProps) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  if (kind !== 'MARKETING' && kind !== 'CO_PARENT_FLAG') return null;
  const toggle = async () => {
    setBusy(true);
    const result = await call('PUT /v2/account/consents', { body: { kind, given: !given } });
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    onChanged(result.data);
    setDone(true);
  };
  return (
    <div className={account.action}>
      <Button
        variant="quiet"
        waiting={busy}
        aria-label={
          given
            ? m.account_settings_consent_withdraw_named({ what: name })
            : m.account_settings_consent_give_named({ what: name })
        }
        onClick={() => void toggle()}
      >
        {given ? m.account_settings_consent_withdraw() : m.account_settings_consent_give()}
      </Button>
      <LiveText>
        {done && (
          <p className={layout.soft}>
            {given ? m.account_settings_consent_agreed() : m.account_settings_consent_withdrawn()}
          </p>
        )}
      </LiveText>
    </div>
  );
}
