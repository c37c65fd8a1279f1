import type { ComponentProps } from 'react';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageNav, SignedInPage } from '#web/ui/SignedInPage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

type Props = Omit<ComponentProps<typeof SignedInPage>, 'nav'>;

/** A page of a signed-in parent. */
export function AccountPage(props: Props) {
  return <SignedInPage nav={<AccountNav />} {...props} />;
}

/** The pages of a parent's account. */
export function AccountNav() {
  const links = [
    { to: addresses.home, text: m.account_nav_home() },
    { to: addresses.billing, text: m.account_billing_title() },
    { to: addresses.settings, text: m.account_settings_title() },
    { to: addresses.security, text: m.account_security() },
  ];
  return <PageNav label={m.account_home_title()} links={links} />;
}

/** Cards that are on their way. */
export function CardSkeletons({ count }: { count: number }) {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{m.ui_loading()}</span>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <Card key={index}>
          <Skeleton shape="short" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
          <Skeleton shape="button" />
        </Card>
      ))}
    </>
  );
}
