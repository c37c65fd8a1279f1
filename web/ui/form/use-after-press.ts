import { useState, useSyncExternalStore } from 'react';

/** What ends a press; not only the first, for one that was dragged away or opened a menu may end without it. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'dragend', 'keydown'];

let pressed = false;
let watching = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  watchPresses();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function watchPresses(): void {
  if (watching) return;
  watching = true;
  const letGo = () => {
    pressed = false;
    for (const listener of listeners) listener();
  };
  document.addEventListener('pointerdown', () => (pressed = true), { capture: true });
  // The click follows in the same breath: what it is meant for must not move before.
  for (const end of ends) document.addEventListener(end, () => pressed && setTimeout(letGo), { capture: true });
}

/**
 * What comes by itself and takes room, as a message under a field that is being left, would push away what is being
 * pressed, and the press would be lost. It waits until the pointer is let go.
 */
export function useAfterPress<Value>(value: Value): Value {
  const isPressed = useSyncExternalStore(
    subscribe,
    () => pressed,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
