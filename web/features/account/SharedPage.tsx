import type { ComponentProps } from 'react';
import { AccountNav } from '#web/auth-session/AccountNav.tsx';
import { SignedInPage } from '#web/ui/SignedInPage.tsx';

type Props = Omit<ComponentProps<typeof SignedInPage>, 'nav'>;

/** A page shared by parents and professionals. */
export function SharedPage(props: Props) {
  return <SignedInPage nav={<AccountNav />} {...props} />;
}
