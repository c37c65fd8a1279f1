import { Outlet } from 'react-router';
import { GoOnElsewhere } from './GoOnElsewhere.tsx';
import { TimeOutDialog } from './TimeOutDialog.tsx';

/** Around the steps of a sign-up: watches its time-out. */
export function Screen() {
  return (
    <>
      <Outlet />
      <GoOnElsewhere />
      <TimeOutDialog />
    </>
  );
}
