import { type ReactNode, useEffect, useRef } from 'react';
import { pageTitle } from '#web/ui/PageHeading.tsx';

/** Replaces a submitted form: its heading takes the focus from the removed form. */
export function DoneMessage({ heading, children }: { heading: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = pageTitle(heading);
    title.current?.focus();
  }, [heading]);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </>
  );
}
