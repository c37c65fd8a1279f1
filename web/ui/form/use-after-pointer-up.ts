import { useState, useSyncExternalStore } from 'react';

/** All events that can end a press: a drag or an opened menu may end it without `pointerup`. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'dragend', 'keydown'];

let isDown = false;
let watching = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  watchPointer();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function watchPointer(): void {
  if (watching) return;
  watching = true;
  const release = () => {
    isDown = false;
    for (const listener of listeners) listener();
  };
  document.addEventListener('pointerdown', () => (isDown = true), { capture: true });
  // The click follows in the same task: its target must not move before it.
  for (const end of ends) document.addEventListener(end, () => isDown && setTimeout(release), { capture: true });
}

/**
 * Delays a value while the pointer is down. A message that appears under a field while it loses focus would push the
 * button away from the pointer, and its click would be lost.
 */
export function useAfterPointerUp<Value>(value: Value): Value {
  const pointerIsDown = useSyncExternalStore(
    subscribe,
    () => isDown,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!pointerIsDown && shown !== value) setShown(value);
  return pointerIsDown ? shown : value;
}
