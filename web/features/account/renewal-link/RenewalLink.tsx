import { useEffect, useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import account from '../account.module.css';
import { RenewsTo } from '../RenewsTo.tsx';
import { StillChargedNotes } from '../StillChargedNotes.tsx';
import {
  forgetRenewalLink,
  type RenewalLink,
  renewalSecrets,
  storedRenewalLink,
  storeRenewalLink,
} from './renewal-link.ts';
import { type RenewalLinkView, renewalTexts } from './renewal-texts.ts';

/**
 * The page of a mail's cancel link. Its token is removed at once from address bar and history. Opening it changes
 * nothing, because mail scanners open links.
 */
export function Screen() {
  const [subscriptionId, token] = useMailedSecrets(...renewalSecrets) ?? [];
  const [link, setLink] = useState(storedRenewalLink);
  if (subscriptionId && token && token !== link?.token) setLink({ subscriptionId, token });
  useEffect(() => {
    if (link !== null) storeRenewalLink(link);
  }, [link]);
  if (link !== null) return <Renewal key={link.token} link={link} />;
  return (
    <MailedCode names={renewalSecrets}>
      <ButtonLink variant="link" to={addresses.billing}>
        {m.account_renewal_log_in()}
      </ButtonLink>
    </MailedCode>
  );
}

const accessOf = ({ subscriptionId, token }: RenewalLink) => ({
  params: { subscriptionId },
  headers: { 'x-renewal-token': token },
});

export function Renewal({ link }: { link: RenewalLink }) {
  const answer = useQuery('GET /v2/renewals/:subscriptionId', accessOf(link));
  const [changed, setChanged] = useState<RenewalLinkView | null>(null);
  const [rejected, setRejected] = useState(false);
  const isInvalid =
    rejected ||
    (answer.state === 'failed' && ['TOKEN_INVALID', 'NOT_FOUND', 'VALIDATION'].includes(answer.problem.code));
  useEffect(() => {
    if (isInvalid) forgetRenewalLink();
  }, [isInvalid]);
  const renderView = (view: RenewalLinkView) => (
    <OneRenewal
      link={link}
      view={view}
      justChanged={changed !== null}
      onChanged={setChanged}
      onInvalid={() => setRejected(true)}
    />
  );
  // No link opens a subscription that has ended, so its last state is shown.
  if (changed !== null && changed.state !== 'CURRENT') return renderView(changed);
  if (isInvalid) return <InvalidLink />;
  if (answer.state === 'failed') {
    return (
      <div className={account.section}>
        <PageHeading>{m.account_renewal_title()}</PageHeading>
        <LoadError problem={answer.problem} onRetry={answer.retry} />
      </div>
    );
  }
  if (answer.state === 'loading') {
    return (
      <div className={account.section}>
        <PageHeading>{m.account_renewal_title()}</PageHeading>
        <FormSkeleton />
      </div>
    );
  }
  // After a change of language only the plan's name is new; the change made here stays.
  return renderView({ ...(changed ?? answer.data), planName: answer.data.planName });
}

type Props = {
  link: RenewalLink;
  view: RenewalLinkView;
  justChanged: boolean;
  onChanged: (view: RenewalLinkView) => void;
  onInvalid: () => void;
};

function OneRenewal({ link, view, justChanged, onChanged, onInvalid }: Props) {
  const { state, autoRenew, needsMethod, waiting } = view;
  const { heading, text, cancelling } = renewalTexts(view, { justChanged });
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    setBusy(true);
    const result = await call('PUT /v2/renewals/:subscriptionId', {
      ...accessOf(link),
      body: { autoRenew: !autoRenew },
    });
    setBusy(false);
    if (result.ok) return onChanged(result.data);
    if (result.problem.code === 'TOKEN_INVALID') return onInvalid();
    showError(result.problem);
  };
  const offersMethod = autoRenew && (needsMethod || waiting !== null);
  return (
    <div className={account.section}>
      <PageHeading title={m.account_renewal_title()}>{heading}</PageHeading>
      <div role="status">
        <p>{text}</p>
        <RenewsTo renewal={view} />
        <StillChargedNotes charges={view.stillCharged} />
      </div>
      {cancelling !== null && <p>{cancelling}</p>}
      <Actions>
        {offersMethod && (
          <ButtonLink to={`${addresses.billing}#payment-method`}>
            {needsMethod ? m.account_add_payment_method() : m.account_waiting_action()}
          </ButtonLink>
        )}
        {state === 'CURRENT' && (
          <Button
            variant={autoRenew && !offersMethod ? 'primary' : 'quiet'}
            waiting={busy}
            onClick={() => void toggle()}
          >
            {autoRenew ? m.account_cancel_renewal() : m.account_resume_renewal()}
          </Button>
        )}
        <ButtonLink variant="link" to={addresses.billing}>
          {m.account_renewal_billing()}
        </ButtonLink>
      </Actions>
    </div>
  );
}

/** The link is expired, used or incomplete: the same is possible after logging in. */
export function InvalidLink() {
  return (
    <ProblemPage
      heading={m.recovery_dead_link_heading()}
      actions={<ButtonLink to={addresses.billing}>{m.account_renewal_log_in()}</ButtonLink>}
    >
      <p>{m.account_renewal_dead_text()}</p>
      <SupportContact />
    </ProblemPage>
  );
}
