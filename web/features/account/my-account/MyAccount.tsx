import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import style from '../sign-in/sign-in.module.css';
import { BeginClaim } from './BeginClaim.tsx';
import { CodeForm } from './CodeForm.tsx';
import { claimTokenStore } from './claim-token.ts';
import { Decided, Decision } from './Decision.tsx';

/** "This is my account": undoing what somebody else has done to it, without a session. */
export function Screen() {
  const [link] = useMailedSecrets('token') ?? [];
  const [hasCode, setHasCode] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [query] = useSearchParams();
  const [token, setToken] = useState<string | null>(claimTokenStore.read);
  const keep = (next: string | null) => {
    claimTokenStore.write(next);
    setToken(next);
    setOpened(link);
  };
  if (link !== undefined && link !== opened) return <ClaimByLink link={link} onOpened={keep} />;
  if (token === null && hasCode)
    return (
      <MailedCode names={['token']} subtitle={m.mailed_code_copy()}>
        <Button variant="link" onClick={() => setHasCode(false)}>
          {m.ui_back()}
        </Button>
      </MailedCode>
    );
  return (
    <div className={style.page}>
      {token === null ? (
        <BeginClaim onBegun={keep} notice={query.has('paused') ? m.ownership_paused() : undefined}>
          <Button variant="link" onClick={() => setHasCode(true)}>
            {m.mailed_code_heading()}
          </Button>
        </BeginClaim>
      ) : (
        <Claim token={token} onStartOver={() => keep(null)} />
      )}
    </div>
  );
}

/**
 * Opening it undoes nothing: mail scanners open links. An invalid one leads to the same page, with a form for the
 * address.
 */
function ClaimByLink({ link, onOpened }: { link: string; onOpened: (token: string) => void }) {
  const [isDead, setDead] = useState(false);
  useEffect(() => {
    let isGone = false;
    void call('POST /v2/ownership-claims/by-link', bearer(link)).then((result) => {
      if (isGone) return;
      if (result.ok) return onOpened(result.data.claimToken);
      if (result.problem.code !== 'TOKEN_INVALID') showError(result.problem);
      setDead(true);
    });
    return () => {
      isGone = true;
    };
    // The link is opened once; `onOpened` is another function at each rendering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);
  return (
    <div className={style.page}>
      {isDead ? <BeginClaim onBegun={onOpened} notice={m.ownership_link_dead()} /> : <FormSkeleton />}
    </div>
  );
}

type ClaimProps = { token: string; onStartOver: () => void };

/** What is proved, what is in dispute, and the next step. Also shown by the mock pages. */
export function Claim({ token, onStartOver }: ClaimProps) {
  const claim = useQuery('GET /v2/ownership-claims/current', bearer(token));
  const isOver = claim.state === 'failed' && claim.problem.code === 'TOKEN_INVALID';
  useEffect(() => {
    if (isOver) onStartOver();
  }, [isOver, onStartOver]);
  if (claim.state !== 'ready')
    return (
      <>
        <PageHeading>{m.ownership_title()}</PageHeading>
        {claim.state === 'failed' && !isOver ? (
          <LoadError problem={claim.problem} onRetry={claim.retry} />
        ) : (
          <FormSkeleton />
        )}
      </>
    );
  const { data } = claim;
  if (data.state === 'KEPT' || data.state === 'UNDONE') return <Decided state={data.state} onStartOver={onStartOver} />;
  if (data.proved.length === 0)
    return (
      <>
        <PageHeading subtitle={m.ownership_code_text()}>{m.ownership_code_heading()}</PageHeading>
        <CodeForm token={token} onProved={claim.replace} onStartOver={onStartOver} />
      </>
    );
  return (
    <>
      <PageHeading subtitle={data.changes.length > 0 && m.ownership_open_text()}>{m.ownership_title()}</PageHeading>
      {data.state === 'STAFF' && (
        <Notice>
          <p>{m.ownership_with_staff()}</p>
          <SupportContact />
        </Notice>
      )}
      <Decision
        token={token}
        claim={data}
        onChanged={claim.replace}
        onRefresh={claim.refresh}
        onStartOver={onStartOver}
      />
    </>
  );
}
