import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { forgetHere } from './forget-here.ts';
import { orderOf, registrationAccess } from './join-session.ts';
import style from './elsewhere.module.css';
import { changeSession, joinSession, useJoinSession } from './session-store.ts';
import { codeGivenOut } from './transitions.ts';
import { useRegistrationProblem } from './use-registration-problem.ts';

type Way = { kind: 'code'; code: string } | { kind: 'mail'; email: string };

/** Gives out a code or mails a link, and then leaves nothing here, if that is wanted. */
export default function ElsewhereDialog({ onClose }: { onClose: () => void }) {
  return <ElsewhereView {...useWay()} onClose={onClose} />;
}

type View = {
  /** What was given out; null before. */
  way: Way | null;
  waiting: Way['kind'] | null;
  problem: Pick<CallProblem, 'message'> | null;
  ask: (kind: Way['kind']) => Promise<void>;
  onClose: () => void;
};

/** The window before and after, and when it comes to nothing. */
export function ElsewhereView({ way, waiting, problem, ask, onClose }: View) {
  const isMailed = useJoinSession(({ stepOneValues }) => stepOneValues?.reach?.mail !== false);
  const actions = way ? (
    <>
      <Button onClick={forgetHere}>{m.elsewhere_leave_nothing()}</Button>
      <Button variant="quiet" onClick={onClose}>
        {m.elsewhere_stay()}
      </Button>
    </>
  ) : (
    <>
      <Button waiting={waiting === 'code'} onClick={() => void ask('code')}>
        {m.elsewhere_code()}
      </Button>
      {isMailed && (
        <Button variant="quiet" waiting={waiting === 'mail'} onClick={() => void ask('mail')}>
          {m.elsewhere_mail()}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open onClose={onClose} title={m.elsewhere_title()} actions={actions}>
      {!way && <p>{isMailed ? m.elsewhere_text() : m.elsewhere_text_no_mail()}</p>}
      <div role="status">
        {way?.kind === 'code' && (
          <>
            <p className={style.code}>{way.code}</p>
            <p>{m.elsewhere_code_text()}</p>
          </>
        )}
        {way?.kind === 'mail' && <p>{m.elsewhere_mail_text({ email: way.email })}</p>}
      </div>
      {way && <p>{m.elsewhere_after()}</p>}
      <div role="alert">{problem && <Notice tone="error">{problem.message}</Notice>}</div>
    </Dialog>
  );
}

function useWay() {
  const [way, setWay] = useState<Way | null>(null);
  const [waiting, setWaiting] = useState<Way['kind'] | null>(null);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const left = useRegistrationProblem();
  const ask = async (kind: Way['kind']) => {
    const session = joinSession();
    const access = registrationAccess(session);
    if (!access || waiting) return;
    setWaiting(kind);
    const request = { ...access, body: { order: session.lastCompletedStep === 3 ? orderOf(session) : null } };
    const made = kind === 'code' ? await byCode(request) : await byMail(request);
    setWaiting(null);
    if (!('kind' in made)) return left(made) ? undefined : setProblem(made);
    changeSession(codeGivenOut);
    setProblem(null);
    setWay(made);
  };
  return { way, waiting, problem, ask };
}

type Request = NonNullable<ReturnType<typeof registrationAccess>> & { body: { order: ReturnType<typeof orderOf> } };

async function byCode(request: Request): Promise<Way | CallProblem> {
  const made = await call('POST /v2/registrations/:signupId/resume-codes', request);
  return made.ok ? { kind: 'code', code: made.data.code } : made.problem;
}

async function byMail(request: Request): Promise<Way | CallProblem> {
  const made = await call('POST /v2/registrations/:signupId/resume-links', request);
  return made.ok ? { kind: 'mail', email: joinSession().stepOneValues?.email ?? '' } : made.problem;
}
