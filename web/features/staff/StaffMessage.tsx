import type { ReactNode } from 'react';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

/** A page with a message and optional actions. */
export function StaffMessage({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <div className={layout.message}>
      <PageHeading>{heading}</PageHeading>
      {children}
    </div>
  );
}
