import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { brand } from '#contract/brand.ts';
import style from './PageHeading.module.css';

type Props = {
  children: string;
  /** The document title before the product's name; the heading itself when left out. */
  title?: string;
  subtitle?: ReactNode;
  /** Takes the focus in a freshly loaded document too, because it replaces what had the focus there. */
  focusOnLoad?: boolean;
};

/** The heading of a screen: sets the document title, and takes the focus after a navigation. */
export function PageHeading({ children, title = children, subtitle, focusOnLoad = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (key === 'default' && !focusOnLoad) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [key, focusOnLoad]);
  return (
    <div className={style.heading}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {subtitle && <p className={style.subtitle}>{subtitle}</p>}
    </div>
  );
}

export function pageTitle(title: string): string {
  return `${title} – ${brand.name}`;
}
