import type { ReactNode } from 'react';
import type { DotStep } from '#contract/sign-up-flow.ts';
import { ProgressDots } from '../../chrome/ProgressDots.tsx';
import { useJoinSession } from '../../session/session-store.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';

type Props = {
  step: DotStep;
  substep?: boolean;
  heading: string;
  subtitle?: ReactNode;
  invited?: boolean;
  children: ReactNode;
};

/** A step of the sign-up: where one is, what it is about, and the task. */
export function StepPage({ step, substep = false, heading, subtitle, invited = false, children }: Props) {
  const lastCompletedStep = useJoinSession((session) => session.lastCompletedStep);
  return (
    <div className={layout.page}>
      <div>
        <ProgressDots current={step} substep={substep} lastCompletedStep={lastCompletedStep} invited={invited} />
        <PageHeading subtitle={subtitle}>{heading}</PageHeading>
      </div>
      {children}
    </div>
  );
}
