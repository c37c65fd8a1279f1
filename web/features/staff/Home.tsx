import { useStaffFrame } from './StaffFrame.tsx';
import { StaffMessage } from './StaffMessage.tsx';

/** Where whoever signs in arrives. */
export function Home() {
  const { session } = useStaffFrame();
  return <StaffMessage heading={session ? `Signed in as ${session.name}` : 'Staff console'} />;
}
