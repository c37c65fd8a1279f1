import type { ComponentProps, ReactNode } from 'react';
import { createPath, useHref, useLocation } from 'react-router';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { usePendingLocation } from '#web/navigation/NavigationView.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import style from './chrome.module.css';
import { ExitBar } from './ExitBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingError } from './LoadingError.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PendingBar } from './PendingBar.tsx';
import { StorageQuestion } from './storage/StorageQuestion.tsx';

const landing = joinAddress(paths.landing);

type Props = ComponentProps<typeof Header> & {
  children: ReactNode;
  banner?: ReactNode;
  /** Watches the session of a signed-in user, and asks for the login when it ends. */
  sessionWatch: ReactNode;
};

/** The page around every screen: skip link, notices, header, main, footer. */
export function Page({ children, banner, sessionWatch, ...header }: Props) {
  const pending = usePendingLocation();
  const current = useLocation();
  const { pathname } = current;
  const here = useHref(current);
  // The pending location already includes the router's base.
  const target = pending ? createPath(pending) : here;
  return (
    <>
      <a className={style.skip} href="#main">
        {m.chrome_skip()}
      </a>
      <ExitBar tellsShortcut={pathname === landing} />
      {banner}
      <Header {...header} />
      <OfflineNotice />
      <PendingBar />
      <main className={style.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <StorageQuestion />
      <Footer />
      <LoadingError onReload={() => window.location.assign(target)} />
      {sessionWatch}
      <Toasts />
    </>
  );
}
