import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import type { CallProblem } from '#web/api/problem.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { StaffMessage } from './StaffMessage.tsx';

const texts: Partial<Record<CallProblem['code'], string>> = {
  FORBIDDEN: 'Your company account has no role in this console. Whoever manages accounts can give you one.',
  SIGN_IN_FAILED: 'The login was not finished in this browser, or it took too long. Try again.',
};

/** The identity provider's response is single-use: React's double rendering must not send it twice. */
let answer: string | null = window.location.pathname.endsWith('/signed-in') ? window.location.search : null;

/** The identity provider's redirect target. */
export function SignedIn() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<CallProblem | null>(null);
  useEffect(() => {
    const providerAnswer = answer;
    answer = null;
    if (providerAnswer === null) return;
    // The response is removed at once from address bar and history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void call('POST /v2/staff/sessions', { body: { answer: providerAnswer } }).then((opened) =>
      opened.ok ? navigate('/', { replace: true }) : setProblem(opened.problem),
    );
  }, [navigate]);
  if (problem === null) return <FormSkeleton />;
  return (
    <StaffMessage heading="You are not logged in">
      <div role="alert">
        <Notice tone="error">
          <p>{texts[problem.code] ?? problem.message}</p>
        </Notice>
      </div>
      <span>
        <ButtonLink to="/">Try again</ButtonLink>
      </span>
    </StaffMessage>
  );
}
