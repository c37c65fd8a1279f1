import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const openDialogs = createStore<readonly HTMLElement[]>(() => []);

/** An open dialog offers a place for notices. Returns a function that removes it. */
export function offerNoticePlace(place: HTMLElement | null): () => void {
  if (place) openDialogs.setState([...openDialogs.getState(), place], true);
  return () =>
    openDialogs.setState(
      openDialogs.getState().filter((other) => other !== place),
      true,
    );
}

/** Notices of the page: in the open dialog, because outside of it neither keyboard nor screen reader reach them. */
export function WithinReach({ children }: { children: ReactNode }) {
  const place = useStore(openDialogs).at(-1);
  return place ? createPortal(children, place) : children;
}
