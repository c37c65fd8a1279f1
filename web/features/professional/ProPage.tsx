import type { ComponentProps } from 'react';
import { ProfessionalNav } from '#web/auth-session/AccountNav.tsx';
import { SignedInPage } from '#web/ui/SignedInPage.tsx';

type Props = Omit<ComponentProps<typeof SignedInPage>, 'nav'>;

/** A page of a signed-in professional. */
export function ProPage(props: Props) {
  return <SignedInPage wide nav={<ProfessionalNav />} {...props} />;
}
