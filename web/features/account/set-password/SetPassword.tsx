import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import { newPasswordTokenStore } from '../my-account/claim-token.ts';
import { passwordContext } from '../password/password-context.ts';
import style from '../sign-in/sign-in.module.css';
import { NewPassword } from './NewPassword.tsx';
import { Freed, NotMine } from './NotMine.tsx';

/**
 * Opened by a mailed link or after a claim; the token is removed at once from address bar and history. Without one the
 * page takes the code of the mail, and offers to request a link.
 */
export function Screen() {
  const [mailed] = useMailedSecrets('token') ?? [];
  const [claimed] = useState(newPasswordTokenStore.read);
  const token = mailed ?? claimed;
  return token === null ? (
    <MailedCode names={['token']}>
      <ButtonLink variant="link" to={addresses.forgotPassword}>
        {m.recovery_ask_new_link()}
      </ButtonLink>
    </MailedCode>
  ) : (
    <SetPassword key={token} token={token} />
  );
}

export function SetPassword({ token }: { token: string }) {
  const owner = useQuery('GET /v2/users/password/reset', bearer(token));
  const [state, setState] = useState<'open' | 'done' | 'dead' | 'freed'>('open');
  if (state === 'done') return <Changed />;
  if (state === 'freed') return <Freed />;
  if (state === 'dead' || (owner.state === 'failed' && owner.problem.code === 'TOKEN_INVALID')) return <InvalidLink />;
  if (owner.state === 'failed') {
    return (
      <div className={style.page}>
        <PageHeading>{m.recovery_new_password_heading()}</PageHeading>
        <div role="alert">
          <Notice tone="error">{owner.problem.message}</Notice>
        </div>
        <Button onClick={owner.retry}>{m.ui_try_again()}</Button>
      </div>
    );
  }
  return (
    <div className={style.page}>
      <PageHeading>{m.recovery_new_password_heading()}</PageHeading>
      {owner.state === 'loading' ? (
        <FormSkeleton />
      ) : (
        <>
          <NewPassword
            token={token}
            context={passwordContext(owner.data)}
            further={owner.data.further ?? null}
            onDone={() => {
              newPasswordTokenStore.write(null);
              setState('done');
            }}
            onInvalidLink={() => setState('dead')}
          />
          {owner.data.mayBeAnothers && <NotMine token={token} onFreed={() => setState('freed')} />}
        </>
      )}
    </div>
  );
}

function Changed() {
  return (
    <div className={style.page}>
      <DoneMessage heading={m.recovery_changed_heading()}>
        <p>{m.recovery_changed_text()}</p>
      </DoneMessage>
      <ButtonLink to={addresses.login}>{m.ui_log_in()}</ButtonLink>
    </div>
  );
}

function InvalidLink() {
  useEffect(() => newPasswordTokenStore.write(null), []);
  return (
    <div className={style.page}>
      <DoneMessage heading={m.recovery_dead_link_heading()}>
        <p>{m.recovery_dead_link_text()}</p>
      </DoneMessage>
      <ButtonLink to={addresses.forgotPassword}>{m.recovery_ask_new_link()}</ButtonLink>
      <Link to={addresses.myAccount}>{m.ownership_sign_in_link()}</Link>
      <SupportContact />
    </div>
  );
}
