import { Suspense } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import { MailNotice } from '#web/auth-session/MailNotice.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import style from '../account.module.css';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { coParentText } from '../co-parent-text.ts';
import { MethodNotice } from '../MethodNotice.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';
import { type Account, mostUrgent, type Urgent } from './most-urgent.ts';
import { PlanCard } from './PlanCard.tsx';

/** Most addresses are proved, so its code loads on demand. */
const ConfirmEmail = lazyPart(() => import('../ConfirmEmail.tsx'));

/** A parent's start page: the plan at a glance, and what needs attention. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/account', {});
  const { refresh } = answer;
  const { app } = bootData();
  const name = answer.state === 'ready' ? answer.data.firstName : '';
  return (
    <AccountPage
      title={m.account_home_title()}
      heading={name === '' ? m.account_home_title() : m.account_home_greeting({ name })}
      action={
        app && (
          <a className={style.app} href={app.url}>
            {m.account_links_app(app)}
          </a>
        )
      }
    >
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && (
        <div className={style.overview}>
          <CardSkeletons count={3} />
        </div>
      )}
      {answer.state === 'ready' && <Overview account={answer.data} onChanged={refresh} />}
    </AccountPage>
  );
}

function Overview({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const { subscription, others, coParent, receipts } = account;
  const urgent = mostUrgent(account);
  return (
    <>
      <MostUrgent account={account} urgent={urgent} onChanged={onChanged} />
      <div className={style.overview}>
        <PlanCard subscription={subscription} otherSubscriptions={others} />
        {urgent !== 'invite' && (
          <Card as="section" labelledBy="co-parent">
            <h2 id="co-parent">{m.account_co_parent_heading()}</h2>
            <p>{coParent ? coParentText(coParent) : m.account_co_parent_none()}</p>
            {coParent?.invite?.email && <p className={layout.soft}>{coParent.invite.email}</p>}
            <p className={style.further}>
              <Link to={addresses.family}>{familyLinkText(coParent)}</Link>
            </p>
          </Card>
        )}
        <Card as="section" labelledBy="receipts">
          <h2 id="receipts">{m.account_receipts_latest()}</h2>
          <ReceiptRows receipts={receipts} />
          {receipts.length > 0 && (
            <p className={style.further}>
              <Link to={`${addresses.billing}#receipts`}>{m.account_receipts_all()}</Link>
            </p>
          )}
        </Card>
      </div>
    </>
  );
}

type UrgentProps = { account: Account; urgent: Urgent; onChanged: () => Promise<void> };

function MostUrgent({ account: { deletion, returnedMail, unprovenEmail, coParent }, urgent, onChanged }: UrgentProps) {
  if (urgent === 'closing' && deletion) return <ClosingNotice closesOn={deletion.closesOn} onCancelled={onChanged} />;
  if (urgent === 'mail' && returnedMail) return <MailNotice reason={returnedMail} onResumed={onChanged} />;
  if (urgent === 'address' && unprovenEmail !== null)
    return (
      <Suspense fallback={<CardSkeletons count={1} />}>
        <ConfirmEmail email={unprovenEmail} onProved={onChanged} />
      </Suspense>
    );
  if (urgent === 'invite' && coParent)
    return (
      <Notice>
        <h2>{m.account_co_parent_heading()}</h2>
        <p>{coParentText(coParent)}</p>
        <div>
          <ButtonLink variant="quiet" to={addresses.family}>
            {familyLinkText(coParent)}
          </ButtonLink>
        </div>
      </Notice>
    );
  return urgent !== null && typeof urgent === 'object' && <MethodNotice subscription={urgent} />;
}

function familyLinkText(coParent: Account['coParent']): string {
  if (coParent?.state === 'NOT_INVITED' && !coParent.invite?.email) return m.account_co_parent_add_email();
  if (!coParent?.invite) return m.account_co_parent_edit();
  return coParent.invite.returned ? m.account_invite_correct() : m.account_co_parent_invite();
}
