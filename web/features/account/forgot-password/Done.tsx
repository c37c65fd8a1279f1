import { type ReactNode, useEffect, useRef } from 'react';
import { pageTitle } from '#web/ui/PageHeading.tsx';

/** What a form became once it did its work: the heading takes the focus, because the form that had it is gone. */
export function Done({ heading, children }: { heading: string; children: ReactNode }) {
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
