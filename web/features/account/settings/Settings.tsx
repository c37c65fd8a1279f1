import { Suspense } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { useRole } from '#web/auth-session/AccountNav.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Card } from '#web/ui/Card.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { Section } from '../Section.tsx';
import { SharedPage } from '../SharedPage.tsx';
import { useHashTarget } from '../use-hash-target.ts';
import { Consents } from './Consents.tsx';
import { DataDownload } from './DataDownload.tsx';

/** At the end of the page, with the renewals and consequences that it lists. */
const CloseAccount = lazyPart(() => import('./CloseAccount.tsx'));

/** Consents, data, closing. Each section loads independently, so that one failure leaves the others. */
export function Screen() {
  useHashTarget(true);
  const isProfessional = useRole() === 'PROFESSIONAL';
  return (
    <SharedPage heading={m.account_settings_title()} lead={m.account_settings_lead()}>
      <Section id="consents" heading={m.account_settings_consents()}>
        <Consents />
      </Section>
      {!isProfessional && (
        <div className={account.pair}>
          <Section id="each-parent" heading={m.each_parent_link()}>
            <Card>
              <p>{m.each_parent_link_text()}</p>
              <p className={account.further}>
                <Link to={addresses.eachParent}>{m.each_parent_title()}</Link>
              </p>
            </Card>
          </Section>
          <Section id="proof" heading={m.proof_link()}>
            <Card>
              <p>{m.proof_link_text()}</p>
              <p className={account.further}>
                <Link to={addresses.proof}>{m.proof_link()}</Link>
              </p>
            </Card>
          </Section>
        </div>
      )}
      <div className={account.pair}>
        <Section id="data" heading={m.account_settings_data()}>
          <DataDownload />
        </Section>
        <Section id="close" heading={m.account_settings_close()}>
          <Suspense fallback={<CardSkeletons count={1} />}>
            <CloseAccount isProfessional={isProfessional} />
          </Suspense>
        </Section>
      </div>
    </SharedPage>
  );
}
