import { Link } from 'react-router';
import { type DotStep, dotTarget, type Step } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { joinAddress } from '#web/site/addresses.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './ProgressDots.module.css';

type Props = {
  current: DotStep;
  lastCompletedStep: Step;
  invited?: boolean;
  /** A screen after the step's main one, to which its dot leads back. */
  substep?: boolean;
};

const ownSteps = {
  1: m.chrome_step_your_details,
  2: m.chrome_step_co_parent,
  3: m.chrome_step_plan,
  4: m.chrome_step_payment,
};
const asInvited = { ...ownSteps, 2: m.chrome_step_plan, 3: m.chrome_step_payment };
const dots = [1, 2, 3] as const;

/**
 * The progress: three dots, for Parent A followed by Payment. A step can be opened if it is at most one past the last
 * completed one (specification 2.3).
 */
export function ProgressDots({ current, lastCompletedStep, invited = false, substep = false }: Props) {
  const names = invited ? asInvited : ownSteps;
  const steps: readonly DotStep[] = invited ? dots : [...dots, 4];
  return (
    <ol className={style.steps} aria-label={m.chrome_progress()}>
      {steps.map((step) => (
        <li key={step} className={classNames(style.step, step === current && style.now, step === 4 && style.last)}>
          <StepMark
            step={step}
            name={names[step]()}
            current={step === current}
            done={step < current || (step <= lastCompletedStep && step !== current)}
            target={step === current && !substep ? null : dotTarget(step, { lastCompletedStep, invited })}
          />
        </li>
      ))}
    </ol>
  );
}

type MarkProps = {
  step: DotStep;
  name: string;
  current: boolean;
  done: boolean;
  target: Parameters<typeof joinAddress>[0] | null;
};

function StepMark({ step, name, current, done, target }: MarkProps) {
  const label = step === 4 ? name : m.chrome_step_of({ step: String(step), total: '3', name });
  const content = (
    <>
      {step !== 4 && (
        <span className={classNames(style.dot, done && style.done)} aria-hidden="true">
          {done ? <Icon path="m2.5 7.5 3 3 6-7" size={14} weight={2.25} /> : step}
        </span>
      )}
      <span className={style.word} aria-hidden="true">
        {name}
      </span>
      <VisuallyHidden>
        {label}
        {done && `, ${m.chrome_step_done()}`}
      </VisuallyHidden>
    </>
  );
  const shared = { className: style.mark, 'aria-current': current ? ('step' as const) : undefined };
  if (target === null) return <span {...shared}>{content}</span>;
  return (
    <Link {...shared} to={joinAddress(target)}>
      {content}
    </Link>
  );
}
