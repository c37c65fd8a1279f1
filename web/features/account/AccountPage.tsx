import type { ComponentProps } from 'react';
import { m } from '#messages/messages.js';
import { ParentNav } from '#web/auth-session/ParentNav.tsx';
import { Card } from '#web/ui/Card.tsx';
import { SignedInPage } from '#web/ui/SignedInPage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

type Props = Omit<ComponentProps<typeof SignedInPage>, 'nav'>;

/** A page of a signed-in parent. */
export function AccountPage(props: Props) {
  return <SignedInPage nav={<ParentNav />} {...props} />;
}

/** Placeholder cards while content loads. */
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
