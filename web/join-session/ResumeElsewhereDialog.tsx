import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import style from './elsewhere.module.css';
import { forgetHere } from './forget-here.ts';
import { acceptsMail, orderOf, registrationAccess } from './join-session.ts';
import { changeSession, joinSession, useJoinSession } from './session-store.ts';
import { resumeCodeIssued } from './transitions.ts';
import { useRegistrationProblem } from './use-registration-problem.ts';

type Handover = { kind: 'code'; code: string } | { kind: 'mail'; email: string };

/** Issues a code or mails a link for another device, and then offers to clear this tab. */
export default function ResumeElsewhereDialog({ onClose }: { onClose: () => void }) {
  return <ResumeElsewhereView {...useHandover()} onClose={onClose} />;
}

type View = {
  /** What was issued; null before. */
  handover: Handover | null;
  waiting: Handover['kind'] | null;
  problem: Pick<CallProblem, 'message'> | null;
  createHandover: (kind: Handover['kind']) => Promise<void>;
  onClose: () => void;
};

/** The dialog before and after the code or link is issued, or if that fails. */
export function ResumeElsewhereView({ handover, waiting, problem, createHandover, onClose }: View) {
  const isMailed = useJoinSession(acceptsMail);
  const actions = handover ? (
    <>
      <Button onClick={() => forgetHere()}>{m.elsewhere_leave_nothing()}</Button>
      <Button variant="quiet" onClick={onClose}>
        {m.elsewhere_stay()}
      </Button>
    </>
  ) : (
    <>
      <Button waiting={waiting === 'code'} onClick={() => void createHandover('code')}>
        {m.elsewhere_code()}
      </Button>
      {isMailed && (
        <Button variant="quiet" waiting={waiting === 'mail'} onClick={() => void createHandover('mail')}>
          {m.elsewhere_mail()}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open onClose={onClose} title={m.elsewhere_title()} actions={actions}>
      {!handover && <p>{isMailed ? m.elsewhere_text() : m.elsewhere_text_no_mail()}</p>}
      <div role="status">
        {handover?.kind === 'code' && (
          <>
            <p className={style.code}>{handover.code}</p>
            <p>{m.elsewhere_code_text()}</p>
          </>
        )}
        {handover?.kind === 'mail' && <p>{m.elsewhere_mail_text({ email: handover.email })}</p>}
      </div>
      {handover?.kind === 'code' && <p>{m.elsewhere_after()}</p>}
      <div role="alert">{problem && <Notice tone="error">{problem.message}</Notice>}</div>
    </Dialog>
  );
}

function useHandover() {
  const [handover, setHandover] = useState<Handover | null>(null);
  const [waiting, setWaiting] = useState<Handover['kind'] | null>(null);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const leaveOnProblem = useRegistrationProblem();
  const createHandover = async (kind: Handover['kind']) => {
    const session = joinSession();
    const access = registrationAccess(session);
    if (!access || waiting) return;
    setWaiting(kind);
    const request = { ...access, body: { order: session.lastCompletedStep === 3 ? orderOf(session) : null } };
    const created = kind === 'code' ? await createCode(request) : await mailResumeLink(request);
    setWaiting(null);
    if (!('kind' in created)) return leaveOnProblem(created) ? undefined : setProblem(created);
    if (created.kind === 'code') changeSession(resumeCodeIssued);
    setProblem(null);
    setHandover(created);
  };
  return { handover, waiting, problem, createHandover };
}

type Request = NonNullable<ReturnType<typeof registrationAccess>> & { body: { order: ReturnType<typeof orderOf> } };

async function createCode(request: Request): Promise<Handover | CallProblem> {
  const result = await call('POST /v2/registrations/:signupId/resume-codes', request);
  return result.ok ? { kind: 'code', code: result.data.code } : result.problem;
}

async function mailResumeLink(request: Request): Promise<Handover | CallProblem> {
  const result = await call('POST /v2/registrations/:signupId/resume-links', request);
  return result.ok ? { kind: 'mail', email: joinSession().stepOneValues?.email ?? '' } : result.problem;
}
