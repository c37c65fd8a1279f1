import type { ReactNode } from 'react';

/** What came of a press, read out when it comes: trouble as `alert`. It stands from the start. */
export function LiveText({ role = 'status', children }: { role?: 'status' | 'alert'; children: ReactNode }) {
  return <div role={role}>{children}</div>;
}
