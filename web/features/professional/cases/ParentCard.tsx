import { useState } from 'react';
import type { CaseParent, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownDay } from '#web/auth-session/own-time.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import style from '../pro.module.css';
import { CorrectEmail } from './CorrectEmail.tsx';
import { fullName } from './case-texts.ts';
import { Letter } from './Letter.tsx';
import { StageBadge } from './StageBadge.tsx';

type Props = { familyId: string; parent: CaseParent; onChanged: (family: ProfessionalCase) => void };
type Open = 'email' | 'letter' | 'revoke' | null;

/** A parent with plan and invite, and the possible actions. */
export function ParentCard({ familyId, parent, onChanged }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const [busy, setBusy] = useState<'send' | 'revoke' | null>(null);
  const { userId, stage, email, firstName } = parent;
  const params = { familyId, userId };
  const close = () => setOpen(null);

  const run = async (action: 'send' | 'revoke', done: string) => {
    setBusy(action);
    const result =
      action === 'send'
        ? await call('POST /v2/professional/cases/:familyId/parents/:userId/invites', { params })
        : await call('POST /v2/professional/cases/:familyId/parents/:userId/invites/revocation', { params });
    setBusy(null);
    close();
    if (!result.ok) return showError(result.problem);
    onChanged(result.data);
    showToast({ text: done });
  };
  return (
    <Card as="section" labelledBy={`parent-${userId}`}>
      <div className={layout.head}>
        <h2 id={`parent-${userId}`}>{fullName(parent)}</h2>
        <StageBadge stage={stage} />
      </div>
      <p className={layout.soft}>{emailText(parent)}</p>
      {parent.returned && <p>{m.pro_case_returned()}</p>}
      <p>{planText(parent)}</p>
      {parent.invitedAt && (
        <p className={layout.soft}>
          {m.pro_case_sent_on({ date: ownDay(parent.invitedAt) })}
          {parent.expiresOn && `, ${m.pro_case_valid_until({ date: longDay(parent.expiresOn) })}`}
        </p>
      )}
      {stage !== 'JOINED' && (
        <div className={style.actions}>
          {email !== '' && !parent.returned && (
            <Button
              waiting={busy === 'send'}
              onClick={() => void run('send', m.pro_case_done_sent({ name: firstName }))}
            >
              {stage === 'NOT_INVITED' ? m.pro_case_send() : m.pro_case_resend()}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setOpen('letter')}>
            {m.pro_case_print()}
          </Button>
          <Button variant={parent.returned ? 'primary' : 'link'} onClick={() => setOpen('email')}>
            {email ? m.pro_case_correct() : m.pro_case_add_email()}
          </Button>
          {/* A link that the parent has requested since may still work. */}
          {(stage === 'INVITED' || stage === 'EXPIRED') && (
            <Button variant="link" onClick={() => setOpen('revoke')}>
              {m.pro_case_revoke()}
            </Button>
          )}
        </div>
      )}
      <Dialog
        open={open === 'revoke'}
        mustDecide
        onClose={close}
        title={m.pro_case_revoke_title({ name: firstName })}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              {m.pro_case_cancel()}
            </Button>
            <Button
              waiting={busy === 'revoke'}
              onClick={() => void run('revoke', m.pro_case_done_revoked({ name: firstName }))}
            >
              {m.pro_case_revoke()}
            </Button>
          </>
        }
      >
        <p>{m.pro_case_revoke_text({ name: firstName })}</p>
      </Dialog>
      <Dialog open={open === 'email'} onClose={close} title={m.pro_case_email_title({ name: firstName })}>
        <CorrectEmail
          params={params}
          email={email ?? ''}
          onCorrected={(family) => {
            close();
            onChanged(family);
            showToast({ text: m.pro_case_done_corrected({ name: firstName }) });
          }}
        />
      </Dialog>
      <Dialog open={open === 'letter'} onClose={close} title={m.pro_letter_title({ name: firstName })}>
        <Letter params={params} onClose={close} />
      </Dialog>
    </Card>
  );
}

function emailText({ stage, email }: CaseParent): string {
  return stage === 'JOINED' ? m.pro_case_email_hidden() : email || m.pro_case_no_email();
}

function planText({ paidPlan, hasPlan }: CaseParent): string {
  if (paidPlan) return m.pro_case_plan_paid({ plan: paidPlan.name, date: longDay(paidPlan.until) });
  return hasPlan ? m.pro_case_plan_other() : m.pro_case_plan_none();
}
