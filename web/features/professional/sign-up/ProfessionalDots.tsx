import {
  isStepOpen,
  type ProfessionalStep,
  professionalSteps,
  stepPosition,
} from '#contract/professionals/professional-flow.ts';
import { m } from '#messages/messages.js';
import dots from '#web/join-session/step-page/ProgressDots.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './sign-up.module.css';
import { useSignUp } from './sign-up-store.ts';

const names = { ONE: m.pro_step_one, TWO: m.pro_step_two, THREE: m.pro_step_three } as const;

/** The three steps; a step can be opened once those before it are valid. */
export function ProfessionalDots({
  current,
  onOpen,
}: {
  current: ProfessionalStep;
  onOpen: (step: ProfessionalStep) => void;
}) {
  const validated = useSignUp((signUp) => signUp.validated);
  return (
    <ol className={dots.steps} aria-label={m.pro_progress()}>
      {professionalSteps.map((step) => {
        const position = stepPosition(step);
        const isCurrent = step === current;
        const done = validated >= position && !isCurrent;
        const content = (
          <>
            <span className={classNames(dots.dot, done && dots.done)} aria-hidden="true">
              {done ? '✓' : position}
            </span>
            <span className={dots.word} aria-hidden="true">
              {names[step]()}
            </span>
            <VisuallyHidden>
              {m.pro_step_of({ step: String(position), name: names[step]() })}
              {done && `, ${m.pro_step_done()}`}
            </VisuallyHidden>
          </>
        );
        return (
          <li key={step} className={classNames(dots.step, isCurrent && dots.now)}>
            {isCurrent || !isStepOpen(step, validated) ? (
              <span className={dots.mark} aria-current={isCurrent ? 'step' : undefined}>
                {content}
              </span>
            ) : (
              <button type="button" className={classNames(dots.mark, style.dotButton)} onClick={() => onOpen(step)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
