import { type ReactNode, useEffect } from 'react';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { pageTitle } from '#web/ui/PageHeading.tsx';

/** Replaces a submitted form: its heading takes the focus from the removed form. */
export function DoneMessage({ heading, children }: { heading: string; children: ReactNode }) {
  useEffect(() => {
    document.title = pageTitle(heading);
  }, [heading]);
  return (
    <>
      <h1 key={heading} ref={focusOnMount} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </>
  );
}
