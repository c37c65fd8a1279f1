import type { ReactNode } from 'react';
import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';

/** None of the ways is possible. `children`: another way to continue. */
export function NoFurtherWay({ children }: { children?: ReactNode }) {
  return (
    <>
      <p>{m.recovery_further_none()}</p>
      {children}
      <FurtherHelp />
    </>
  );
}

export function FurtherHelp() {
  return (
    <>
      <p>{m.recovery_further_help()}</p>
      <SupportContact />
    </>
  );
}
