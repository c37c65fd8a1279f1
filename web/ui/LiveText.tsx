import type { ReactNode } from 'react';

/** A live region for the result of an action; errors as `alert`. It must exist before its text. */
export function LiveText({ role = 'status', children }: { role?: 'status' | 'alert'; children: ReactNode }) {
  return <div role={role}>{children}</div>;
}
