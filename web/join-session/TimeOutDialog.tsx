import { useState } from 'react';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { clockTime } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { deviceTimeOf } from '#web/site/boot.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { registrationAccess } from './join-session.ts';
import { changeSession, joinSession } from './session-store.ts';
import { sessionReset, timeOutMoved } from './transitions.ts';
import { useRegistrationProblem } from './use-registration-problem.ts';
import { useTimeOut } from './use-time-out.ts';

/** Two minutes before a sign-up times out: extend it, or remove everything now (UX3). */
export function TimeOutDialog() {
  const { warning, expiresAt } = useTimeOut();
  const { extend, extending, shownError } = useExtendTimeOut();
  const navigate = useNavigate();
  const endSignUp = () => {
    changeSession(sessionReset);
    void navigate(joinAddress(paths.landing));
  };
  if (!warning || expiresAt === null) return null;
  return (
    <Dialog
      open
      mustDecide
      onClose={() => void extend()}
      title={m.session_expiring_title()}
      actions={
        <>
          <Button waiting={extending} onClick={() => void extend()}>
            {m.session_stay()}
          </Button>
          <Button variant="quiet" onClick={endSignUp}>
            {m.session_leave()}
          </Button>
        </>
      }
    >
      <p>{m.session_expiring_text({ time: clockTime(deviceTimeOf(expiresAt)) })}</p>
      <p>{m.session_expiring_paid()}</p>
      <div role="alert">{shownError && <Notice tone="error">{shownError}</Notice>}</div>
    </Dialog>
  );
}

function useExtendTimeOut() {
  const [extending, setExtending] = useState(false);
  const [shownError, setShownError] = useState('');
  const leaveOnProblem = useRegistrationProblem();
  const extend = async () => {
    const access = registrationAccess(joinSession());
    if (!access || extending) return;
    setExtending(true);
    const result = await call('POST /v2/registrations/:signupId/extension', access);
    setExtending(false);
    if (result.ok) changeSession(timeOutMoved(result.data.expiresAt));
    setShownError(result.ok || leaveOnProblem(result.problem) ? '' : result.problem.message);
  };
  return { extend, extending, shownError };
}
