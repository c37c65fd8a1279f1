import type { ReactNode } from 'react';
import type { DotStep } from '#contract/sign-up-flow.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import layout from '#web/ui/layout.module.css';
import { ProgressDots } from './ProgressDots.tsx';
import { useJoinSession } from '../session-store.ts';
import style from './step-page.module.css';

type Props = {
  step: DotStep;
  substep?: boolean;
  heading: string;
  /** What the tab says: it stays in the history of a browser that others use too. */
  title?: string;
  subtitle?: ReactNode;
  invited?: boolean;
  /** What stands beside the task where the window is wide. */
  beside?: ReactNode;
  /** Where the window is narrow it stands below the task. Without this it is left out. */
  besideStays?: boolean;
  children: ReactNode;
};

/** A step of the sign-up: where one is, what it is about, and the task. */
export function StepPage(props: Props) {
  const {
    step,
    substep = false,
    heading,
    title = heading,
    subtitle,
    invited = false,
    beside,
    besideStays = false,
    children,
  } = props;
  const lastCompletedStep = useJoinSession((session) => session.lastCompletedStep);
  return (
    <div className={layout.page}>
      <div>
        <ProgressDots current={step} substep={substep} lastCompletedStep={lastCompletedStep} invited={invited} />
        <PageHeading title={title} subtitle={subtitle}>
          {heading}
        </PageHeading>
      </div>
      {beside ? (
        <div className={style.columns}>
          <div className={layout.page}>{children}</div>
          <div className={besideStays ? undefined : style.beside}>{beside}</div>
        </div>
      ) : (
        children
      )}
    </div>
  );
}
