import { useState } from 'react';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { StaffMessage } from './StaffMessage.tsx';

/** The sign-in page. `problem`: why there is no session; being signed out needs no explanation. */
export function SignIn({ problem: known }: { problem: CallProblem }) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<CallProblem | null>(known.code === 'NOT_SIGNED_IN' ? null : known);
  const startSignIn = async () => {
    setWaiting(true);
    const started = await call('POST /v2/staff/sign-ins', {});
    if (started.ok) return window.location.assign(started.data.address);
    setWaiting(false);
    setProblem(started.problem);
  };
  return (
    <StaffMessage heading="Staff console">
      <p>For people who work here. You log in with your company account.</p>
      <div role="alert">
        {problem && (
          <Notice tone="error">
            <p>{problem.message}</p>
          </Notice>
        )}
      </div>
      <span>
        <Button waiting={waiting} onClick={() => void startSignIn()}>
          Log in
        </Button>
      </span>
    </StaffMessage>
  );
}
