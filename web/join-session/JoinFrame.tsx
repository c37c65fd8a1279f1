import { Outlet } from 'react-router';
import { ResumeElsewhere } from './ResumeElsewhere.tsx';
import { TimeOutDialog } from './TimeOutDialog.tsx';

/** The frame around the steps of a sign-up: watches its time-out. */
export function Screen() {
  return (
    <>
      <Outlet />
      <ResumeElsewhere />
      <TimeOutDialog />
    </>
  );
}
