import { Suspense } from 'react';
import { Link } from 'react-router';
import type { readAccount } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Card } from '#web/ui/Card.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import layout from '#web/ui/layout.module.css';
import style from '../account.module.css';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { MailNotice } from '#web/auth-session/MailNotice.tsx';
import { MethodNotice } from '../MethodNotice.tsx';
import { ReceiptRows } from '../ReceiptRows.tsx';
import { coParentText } from '../co-parent-text.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
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

type Account = AnswerOf<typeof readAccount>;

function Overview({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const { subscription, others, deletion, returnedMail, unprovenEmail, coParent, receipts } = account;
  return (
    <>
      {deletion && <ClosingNotice closesOn={deletion.closesOn} onCancelled={onChanged} />}
      {returnedMail && <MailNotice reason={returnedMail} onResumed={onChanged} />}
      {unprovenEmail !== null && (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <ConfirmEmail email={unprovenEmail} onProved={onChanged} />
        </Suspense>
      )}
      {[subscription, ...others].map((one) => one && <MethodNotice key={one.id} subscription={one} />)}
      <div className={style.overview}>
        <PlanCard subscription={subscription} otherSubscriptions={others} />
        <Card as="section" labelledBy="co-parent">
          <h2 id="co-parent">{m.account_co_parent_heading()}</h2>
          <p>{coParent ? coParentText(coParent) : m.account_co_parent_none()}</p>
          {coParent?.invite?.email && <p className={layout.soft}>{coParent.invite.email}</p>}
          <p className={style.further}>
            <Link to={addresses.family}>
              {coParent?.state === 'NOT_INVITED' && !coParent.invite?.email
                ? m.account_co_parent_add_email()
                : coParent?.invite?.returned
                  ? m.account_invite_correct()
                  : coParent?.invite
                    ? m.account_co_parent_invite()
                    : m.account_co_parent_edit()}
            </Link>
          </p>
        </Card>
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
