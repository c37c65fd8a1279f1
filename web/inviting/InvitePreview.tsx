import { useState } from 'react';
import type { InviteMail } from '#contract/api/invites/invite-previews.ts';
import type { Language } from '#contract/fields/languages.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { useLatest } from '#web/api/use-query.ts';
import { ControlledCollapse } from '#web/ui/Accordion.tsx';
import { Button } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MailView } from './MailView.tsx';
import { nameOf } from './timing-text.ts';
import { WhatTheySee } from './WhatTheySee.tsx';

/** The parameters of the preview, beside the caller's identity. */
export type PreviewParams = { firstName: string; paid: boolean; language?: Language };
type Loaded = { ok: true; data: InviteMail } | { ok: false; problem: CallProblem };
export type LoadPreview = (params: PreviewParams, signal: AbortSignal) => Promise<Loaded | null>;
type Props = {
  /** The invited parent's first name; empty while it is invalid. */
  firstName: string;
  email: string;
  paid: boolean;
  load: LoadPreview;
  /** The mail's language; by default the sign-up's, which can be switched here for the preview. */
  language?: Language | undefined;
  /** Opened on a click only. */
  folded?: boolean;
};

/** The mail as the co-parent would get it, and what they will and will not see. */
export function InvitePreview(props: Props) {
  const [open, setOpen] = useState(() => !props.folded && window.matchMedia('(min-width: 60.01rem)').matches);
  const { firstName } = props;
  return (
    <ControlledCollapse
      open={open}
      onToggle={() => setOpen(!open)}
      showLabel={m.inviting_show({ name: nameOf(firstName) })}
      hideLabel={m.inviting_hide()}
    >
      {open && <Preview {...props} />}
    </ControlledCollapse>
  );
}

function Preview({ firstName, email, paid, load, language: fixed }: Props) {
  const [looked, setLooked] = useState<Language | undefined>();
  const language = fixed ?? looked;
  const params = { firstName, paid, ...(language ? { language } : {}) };
  const question =
    firstName === '' ? null : { key: JSON.stringify(params), fetch: (signal: AbortSignal) => load(params, signal) };
  const answer = useLatest(question, { delayMs: 400, languageNeutral: true });
  const mail = answer.state === 'ready' ? answer.data : answer.last;
  const other = mail?.language === 'es' ? 'en' : 'es';
  const isThere = firstName !== '' && mail !== null && answer.state !== 'failed';
  return (
    <div className={layout.part}>
      {/* Rendered first, because it needs no loading; the mail below then moves nothing. */}
      <WhatTheySee firstName={firstName} />
      {firstName === '' && <p className={layout.soft}>{m.inviting_type_name()}</p>}
      {firstName !== '' && answer.state === 'failed' && <p role="status">{m.inviting_unreachable()}</p>}
      {firstName !== '' && answer.state === 'loading' && mail === null && <Skeleton shape="card" />}
      {isThere && (
        <>
          <MailView mail={mail} to={email} />
          {!fixed && (
            <p className={layout.soft}>
              {mail.language === 'en' ? m.inviting_in_english() : m.inviting_in_spanish()}{' '}
              <Button variant="link" onClick={() => setLooked(other)}>
                {other === 'en' ? m.inviting_show_english() : m.inviting_show_spanish()}
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}
