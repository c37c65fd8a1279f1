import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import { AccountNav } from '#web/auth-session/AccountNav.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import layout from '#web/ui/layout.module.css';
import { SignedInPage } from '#web/ui/SignedInPage.tsx';
import { standingText } from '../standing-text.ts';
import { useHashTarget } from '../use-hash-target.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { Devices } from './Devices.tsx';
import { SecondFactors } from './SecondFactors.tsx';
import style from './security.module.css';

/** Password and devices of the signed-in user. */
export function Screen() {
  return <SecurityParts nav={<AccountNav />}>{(onChanged) => <ChangePassword onChanged={onChanged} />}</SecurityParts>;
}

/** Keeps the form below in its place until the text is there. */
const emptyLine = '\u00a0';

type Props = { nav?: ReactNode; children: (onChanged: () => Promise<void>) => ReactNode };

/** Devices and password, shared with professionals. */
export function SecurityParts({ nav = null, children }: Props) {
  useHashTarget(true);
  const factors = useSignedInQuery('GET /v2/account/second-factors', {});
  return (
    <SignedInPage nav={nav} heading={m.account_security()}>
      <div className={style.page}>
        <section className={layout.part} aria-labelledby="devices">
          <h2 id="devices" tabIndex={-1} className={layout.quietFocus}>
            {m.sign_in_devices_heading()}
          </h2>
          <Devices />
        </section>
        <section className={layout.part} aria-labelledby="change-password">
          <h2 id="change-password" tabIndex={-1} className={layout.quietFocus}>
            {m.sign_in_change_password_heading()}
          </h2>
          {factors.state !== 'failed' && (
            <div>
              <div className={style.name}>{m.activity_password_now()}</div>
              <div className={layout.soft}>
                {factors.state === 'ready' ? standingText(factors.data.passwordStanding) : emptyLine}
              </div>
            </div>
          )}
          {children(factors.refresh)}
        </section>
        <section className={layout.part} aria-labelledby="second-factors">
          <h2 id="second-factors" tabIndex={-1} className={layout.quietFocus}>
            {m.second_factors_heading()}
          </h2>
          <SecondFactors answer={factors} />
        </section>
      </div>
    </SignedInPage>
  );
}
