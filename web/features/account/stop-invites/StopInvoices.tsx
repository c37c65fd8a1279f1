import { StopScreen } from './StopInvites.tsx';

/** Opened by the link of a mail to a second address for invoices. */
export function Screen() {
  return <StopScreen of="INVOICES" />;
}
