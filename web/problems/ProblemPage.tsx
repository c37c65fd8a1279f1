import type { ReactNode } from 'react';
import { Actions } from '#web/ui/Button.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

type Props = { heading: string; children: ReactNode; actions: ReactNode };

/** Replaces a page that cannot be shown: what happened, and what to do next. */
export function ProblemPage({ heading, children, actions }: Props) {
  return (
    <div className={layout.message}>
      <PageHeading focusOnLoad>{heading}</PageHeading>
      {children}
      <Actions>{actions}</Actions>
    </div>
  );
}
