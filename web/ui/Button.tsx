import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { m } from '#messages/messages.js';
import style from './Button.module.css';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type ButtonVariant = 'primary' | 'quiet' | 'link';

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  /** In progress: the button keeps its width and focus, and clicks do nothing. */
  waiting?: boolean;
  /** Why the button is blocked, shown under it. It stays focusable. */
  blockedReason?: string | undefined;
  /** What a click does while blocked: usually the form's `showProblems`. */
  onBlockedClick?: () => void;
};

/** A button of at least 48 px. Enter in a field of its form counts as a click, blocked or not. */
export function Button({ variant = 'primary', type = 'button', ...props }: Props) {
  const { waiting = false, blockedReason, onBlockedClick, onClick, children, className, ...rest } = props;
  const reasonId = useId();
  const blocked = blockedReason !== undefined;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!waiting && !blocked) return onClick?.(event);
    event.preventDefault();
    if (!waiting) onBlockedClick?.();
  };
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(style.button, style[variant], className)}
      aria-disabled={waiting || blocked || undefined}
      aria-describedby={blocked ? reasonId : rest['aria-describedby']}
      data-waiting={waiting || undefined}
      onClick={handleClick}
    >
      <Content waiting={waiting}>{children}</Content>
    </button>
  );
  if (!blocked) return button;
  return (
    <span className={style.withReason}>
      {button}
      <span id={reasonId} className={style.reason}>
        {blockedReason}
      </span>
    </span>
  );
}

function Content({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  return (
    <>
      <span className={style.content}>{children}</span>
      {waiting && (
        <>
          <span className={style.spinner} aria-hidden="true" />
          <VisuallyHidden>{m.ui_waiting()}</VisuallyHidden>
        </>
      )}
    </>
  );
}

type LinkProps = ComponentProps<typeof Link> & { variant?: ButtonVariant };

/** A link that looks like a button: for navigation, never for an action. */
export function ButtonLink({ variant = 'primary', className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(style.button, style[variant], className)} />;
}

/** Buttons side by side; full width and stacked on the narrowest screens. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={style.actions}>{children}</div>;
}
