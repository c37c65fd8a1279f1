import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { ProfileView } from '#contract/api/profile.ts';
import { townLine } from '#contract/fields/address-lines.ts';
import { m } from '#messages/messages.js';
import { refreshSession } from '#web/auth-session/signed-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useFocusInto } from '#web/ui/form/use-focus-into.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { SharedPage } from '../SharedPage.tsx';
import { AddressForm } from './AddressForm.tsx';
import { EmailForm, PendingEmail } from './EmailForm.tsx';
import { PendingPhone, PhoneForm } from './PhoneForm.tsx';
import style from './profile.module.css';
import { type EditProps, languageNames } from './profile-forms.ts';
import { LanguageForm, NameForm, SecurityForm, TimeZoneForm, UsernameForm } from './short-forms.tsx';

/** Most addresses are proved, so its code loads on demand. */
const ConfirmEmail = lazyPart(() => import('../ConfirmEmail.tsx'));

type Part = {
  key: string;
  label: () => string;
  value: (profile: ProfileView) => ReactNode;
  Form: ComponentType<EditProps>;
  /** Shown while a change waits for its confirmation. */
  Pending?: ComponentType<Omit<EditProps, 'onCancel'>>;
};

const phoneText = ({ phoneCountryCode, phoneNumber }: Pick<ProfileView, 'phoneCountryCode' | 'phoneNumber'>) =>
  phoneNumber === '' ? '' : `${phoneCountryCode} ${phoneNumber}`;

/** In the order of the page. */
const parts: readonly Part[] = [
  {
    key: 'name',
    label: m.profile_name,
    value: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    Form: NameForm,
  },
  { key: 'email', label: m.profile_email, value: ({ email }) => email, Form: EmailForm, Pending: PendingEmail },
  { key: 'phone', label: m.profile_phone, value: phoneText, Form: PhoneForm, Pending: PendingPhone },
  {
    key: 'address',
    label: m.profile_address,
    value: (profile) => profile.address && <AddressText {...profile} />,
    Form: AddressForm,
  },
  { key: 'time-zone', label: m.profile_time_zone, value: ({ timeZoneName }) => timeZoneName, Form: TimeZoneForm },
  { key: 'username', label: m.profile_username, value: ({ username }) => username, Form: UsernameForm },
  { key: 'language', label: m.profile_language, value: ({ language }) => languageNames[language], Form: LanguageForm },
  {
    key: 'security',
    label: m.profile_security,
    value: ({ securityQuestion: question }) => question && m.profile_security_question({ question }),
    Form: SecurityForm,
  },
];

/** The profile of the signed-in user; each part is edited in place. */
export function Screen() {
  return (
    <SharedPage heading={m.profile_title()} lead={m.profile_lead()}>
      <Profile />
      <p>
        <Link to={addresses.activity}>{m.profile_activity()}</Link>
      </p>
    </SharedPage>
  );
}

function Profile() {
  const answer = useSignedInQuery('GET /v2/account/profile', {});
  const [open, setOpen] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  const profile = answer.data;
  const change = (key: string) => {
    setSaved(null);
    setOpen(key);
  };
  const save = (part: Part) => async (next: ProfileView) => {
    answer.replace(next);
    // Another part may have been opened meanwhile.
    setOpen((now) => (now === part.key ? null : now));
    setSaved(isOnlyPending(profile, next) ? null : m.profile_saved({ what: part.label() }));
    await refreshSession();
  };
  return (
    <div className={account.section}>
      {!profile.emailProven && profile.email !== '' && (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <ConfirmEmail email={profile.email} onProved={answer.refresh} />
        </Suspense>
      )}
      <LiveText>{saved !== null && <p className={layout.soft}>{saved}</p>}</LiveText>
      <Card>
        <dl className={style.rows}>
          {parts.map((part) => (
            <Row
              key={part.key}
              part={part}
              profile={profile}
              isOpen={open === part.key}
              onOpen={() => change(part.key)}
              onSaved={save(part)}
              onCancel={() => setOpen(null)}
            />
          ))}
        </dl>
      </Card>
    </div>
  );
}

/** Nothing has changed yet: only a pending confirmation was added or removed. */
function isOnlyPending(before: ProfileView, next: ProfileView): boolean {
  if (next.pendingEmail !== before.pendingEmail) return true;
  const waits = next.pendingPhone?.phoneNumber !== before.pendingPhone?.phoneNumber;
  return waits && phoneText(next) === phoneText(before);
}

type RowProps = EditProps & { part: Part; isOpen: boolean; onOpen: () => void };

function Row({ part, isOpen, onOpen, ...edit }: RowProps) {
  const { label, value, Form, Pending } = part;
  const row = useFocusInto<HTMLDivElement>(isOpen);
  return (
    <div ref={row} className={style.row}>
      <dt>{label()}</dt>
      <dd>{value(edit.profile) || <span className={layout.soft}>{m.profile_none()}</span>}</dd>
      {!isOpen && (
        <dd className={style.change}>
          <Button variant="link" aria-label={m.profile_change_what({ what: label() })} onClick={onOpen}>
            {m.ui_change()}
          </Button>
        </dd>
      )}
      {isOpen ? (
        <dd className={style.form}>
          <Form {...edit} />
        </dd>
      ) : (
        Pending && <Pending {...edit} />
      )}
    </div>
  );
}

function AddressText({ address, countryName }: ProfileView) {
  if (!address) return null;
  return [address.line1, address.line2, townLine(address), countryName].filter(Boolean).map((line) => (
    <span key={line}>
      {line}
      <br />
    </span>
  ));
}
