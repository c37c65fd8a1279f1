import type { ReactNode } from 'react';
import type { DotStep } from '#contract/sign-up/sign-up-flow.ts';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { useJoinSession } from '../session-store.ts';
import { ProgressDots } from './ProgressDots.tsx';
import style from './step-page.module.css';

type Props = {
  step: DotStep;
  substep?: boolean;
  heading: string;
  /** The document title: without names, because it stays in the history of a shared browser. */
  title?: string;
  subtitle?: ReactNode;
  invited?: boolean;
  /** Beside the task in a wide window, below it in a narrow one. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A step of the sign-up: progress, heading and task. */
export function StepPage(props: Props) {
  const { step, substep = false, heading, title = heading, subtitle, invited = false, aside, children } = props;
  const lastCompletedStep = useJoinSession((session) => session.lastCompletedStep);
  return (
    <div className={layout.page}>
      <div>
        <ProgressDots current={step} substep={substep} lastCompletedStep={lastCompletedStep} invited={invited} />
        <PageHeading title={title} subtitle={subtitle}>
          {heading}
        </PageHeading>
      </div>
      {aside ? (
        <div className={style.columns}>
          <div className={layout.page}>{children}</div>
          <div className={style.beside}>{aside}</div>
        </div>
      ) : (
        children
      )}
    </div>
  );
}
