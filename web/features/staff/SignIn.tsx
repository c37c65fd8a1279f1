import { useState } from 'react';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { StaffMessage } from './StaffMessage.tsx';

/** The way in. `problem`: why nobody is; that nobody is signed in needs no words. */
export function SignIn({ problem: known }: { problem: CallProblem }) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<CallProblem | null>(known.code === 'NOT_SIGNED_IN' ? null : known);
  const begin = async () => {
    setWaiting(true);
    const begun = await call('POST /v2/staff/sign-ins', {});
    if (begun.ok) return window.location.assign(begun.data.address);
    setWaiting(false);
    setProblem(begun.problem);
  };
  return (
    <StaffMessage heading="Staff console">
      <p>For people who work here. You sign in with your company account.</p>
      <div role="alert">
        {problem && (
          <Notice tone="error">
            <p>{problem.message}</p>
          </Notice>
        )}
      </div>
      <span>
        <Button waiting={waiting} onClick={() => void begin()}>
          Sign in
        </Button>
      </span>
    </StaffMessage>
  );
}
