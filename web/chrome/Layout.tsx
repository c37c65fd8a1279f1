import type { ReactNode } from 'react';
import { createPath, Outlet, useHref, useLocation, useNavigation } from 'react-router';
import { m } from '#messages/messages.js';
import { SessionGate } from '#web/auth-session/SessionGate.tsx';
import { useLanguage } from '#web/i18n/language.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { Toasts } from '#web/ui/Toasts.tsx';
import style from './chrome.module.css';
import { CountedPage } from './CountedPage.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LoadingTrouble } from './LoadingTrouble.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PendingBar } from './PendingBar.tsx';
import { StorageQuestion } from './storage/StorageQuestion.tsx';
import { TopBanner } from './TopBanner.tsx';

type Props = { children: ReactNode; banner?: ReactNode; area?: string };

/** The page around every screen: skip link, notices, header, main, footer. */
function Page({ children, banner, area }: Props) {
  const { location } = useNavigation();
  const here = useHref(useLocation());
  // The router's pending location has its base already.
  const target = location ? createPath(location) : here;
  return (
    <>
      <a className={style.skip} href="#main">
        {m.chrome_skip()}
      </a>
      <OfflineNotice />
      {banner}
      <Header {...(area === undefined ? {} : { area })} />
      <PendingBar />
      <main className={style.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <StorageQuestion />
      <Footer />
      <LoadingTrouble onReload={() => window.location.assign(target)} />
      <SessionGate />
      <Toasts />
    </>
  );
}

/** What the banner says is about a sign-up that lies ahead: it stands on those pages, not where everything is done. */
function JoinBanner() {
  const { pathname } = useLocation();
  const isDone = /\/(receipt|credentials)$/.test(pathname);
  return pathname.startsWith('/join/') && !isDone ? <TopBanner>{m.chrome_banner()}</TopBanner> : null;
}

/** Around the sign-up and the account. */
export function Layout() {
  useLanguage();
  return (
    <Page banner={<JoinBanner />}>
      <CountedPage />
      <Outlet />
    </Page>
  );
}

/** Around pages whose path contains /pro: says whom they are for, and has no banner. */
export function ProfessionalLayout() {
  useLanguage();
  return (
    <Page area={m.chrome_for_professionals()}>
      <CountedPage />
      <Outlet />
    </Page>
  );
}

/** The same page while the first screen's code is on its way. */
export function LayoutSkeleton() {
  useLanguage();
  return (
    <Page banner={<JoinBanner />}>
      <FormSkeleton />
    </Page>
  );
}

export function ProfessionalLayoutSkeleton() {
  useLanguage();
  return (
    <Page area={m.chrome_for_professionals()}>
      <FormSkeleton />
    </Page>
  );
}
