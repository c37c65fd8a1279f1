import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { linkedSignUp, resumed } from '#contract/api/sign-up/resumptions.ts';
import { nextStepPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { listed } from '#web/i18n/listed.ts';
import { linkFollowed } from '#web/join-session/resumed-session.ts';
import { changeSession, joinSession } from '#web/join-session/session-store.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { bootData } from '#web/site/boot.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';

type LinkedSignUp = z.output<typeof linkedSignUp>;
type Resumed = z.output<typeof resumed>;

/** Needs a click, because mail scanners that open links must not spend the token. */
export function ByLink({ token, onResumed }: { token: string; onResumed: (answer: Resumed) => Promise<void> }) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');
  const [isOver, setOver] = useState(false);
  const [found, setFound] = useState<LinkedSignUp | null>(null);
  useEffect(() => () => setWaiting(false), []);
  const open = async () => {
    setWaiting(true);
    const answer = await call('POST /v2/resume-links/exchange', { body: { token } });
    setWaiting(false);
    if (!answer.ok) return answer.problem.code === 'TOKEN_INVALID' ? setOver(true) : setProblem(answer.problem.message);
    if ('registrationKey' in answer.data) return onResumed(answer.data);
    // This tab typed it, and still has everything.
    if (answer.data.signupId === joinSession().signupId)
      return navigate(joinAddress(nextStepPath(joinSession().lastCompletedStep)), { replace: true });
    setFound(answer.data);
  };
  if (found) return <Found signUp={found} />;
  if (isOver)
    return (
      <div ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        <Notice tone="error">{m.resume_link_over()}</Notice>
      </div>
    );
  return (
    <div className={layout.part}>
      <Actions>
        <Button waiting={waiting} onClick={() => void open()}>
          {m.resume_by_link()}
        </Button>
      </Actions>
      <LiveText>{problem !== '' && <Notice tone="error">{problem}</Notice>}</LiveText>
    </div>
  );
}

const stepNames = [m.chrome_step_your_details, m.chrome_step_co_parent, m.chrome_step_plan];

/** How far the sign-up is, and two ways to continue: a code restores the input, without one it is typed again. */
export function Found({ signUp }: { signUp: LinkedSignUp }) {
  const navigate = useNavigate();
  const done = signUp.order === null ? signUp.lastCompletedStep : 3;
  const steps = listed(stepNames.slice(0, done).map((name) => name()));
  const typeAgain = () => {
    changeSession(linkFollowed(signUp, bootData().countryCode));
    void navigate(joinAddress(paths.yourDetails), { replace: true });
  };
  return (
    <Card as="section" labelledBy="resume-found">
      <h2 id="resume-found" ref={focusOnMount} tabIndex={-1} className={layout.quietFocus}>
        {m.resume_found_heading()}
      </h2>
      <p>{m.resume_found_steps({ steps })}</p>
      {signUp.isOpenElsewhere && <Notice>{m.resume_found_open()}</Notice>}
      <p>{m.resume_found_hidden()}</p>
      <p>{m.resume_found_ways()}</p>
      <Actions>
        <Button variant="quiet" onClick={typeAgain}>
          {m.resume_found_again()}
        </Button>
      </Actions>
    </Card>
  );
}
