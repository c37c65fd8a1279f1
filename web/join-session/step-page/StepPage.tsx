import type { ReactNode } from 'react';
import type { DotStep } from '#contract/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import layout from '#web/ui/layout.module.css';
import { ProgressDots } from './ProgressDots.tsx';
import { useJoinSession } from '../session-store.ts';
import style from './step-page.module.css';

type Props = {
  step: DotStep;
  substep?: boolean;
  heading: string;
  subtitle?: ReactNode;
  invited?: boolean;
  /** The form stands beside what the other parent will see of what is typed, where the window is wide. */
  personal?: boolean;
  children: ReactNode;
};

/** A step of the sign-up: where one is, what it is about, and the task. */
export function StepPage({
  step,
  substep = false,
  heading,
  subtitle,
  invited = false,
  personal = false,
  children,
}: Props) {
  const lastCompletedStep = useJoinSession((session) => session.lastCompletedStep);
  return (
    <div className={layout.page}>
      <div>
        <ProgressDots current={step} substep={substep} lastCompletedStep={lastCompletedStep} invited={invited} />
        <PageHeading subtitle={subtitle}>{heading}</PageHeading>
      </div>
      {personal ? (
        <div className={style.columns}>
          <div className={layout.page}>{children}</div>
          <WhatTheOtherSees />
        </div>
      ) : (
        children
      )}
    </div>
  );
}

function WhatTheOtherSees() {
  return (
    <aside className={style.beside} aria-labelledby="what-the-other-sees">
      <Notice>
        <h2 id="what-the-other-sees">{m.invite_faq_see()}</h2>
        <p>{m.invite_faq_see_answer()}</p>
      </Notice>
    </aside>
  );
}
