import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AccountNav } from '../AccountPage.tsx';
import account from '../account.module.css';
import { useSignedIn } from '../session/signed-in.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { Devices } from './Devices.tsx';
import style from './security.module.css';

/** Password and devices of whoever is signed in. Parents have their account's other pages beside it. */
export function Screen() {
  const now = useSignedIn();
  const isParent = (now.state === 'in' || now.state === 'ended') && now.session.role !== 'PROFESSIONAL';
  return (
    <div className={account.page}>
      {isParent && <AccountNav />}
      <SecurityParts>
        <ChangePassword />
      </SecurityParts>
    </div>
  );
}

/** Devices, and whatever changes the password. */
export function SecurityParts({ children }: { children: ReactNode }) {
  return (
    <div className={style.page}>
      <PageHeading>{m.sign_in_security_heading()}</PageHeading>
      <section className={style.part} aria-labelledby="devices">
        <h2 id="devices">{m.sign_in_devices_heading()}</h2>
        <Devices />
      </section>
      <section className={style.part} aria-labelledby="change-password">
        <h2 id="change-password">{m.sign_in_change_password_heading()}</h2>
        {children}
      </section>
    </div>
  );
}
