import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Short messages at the foot of the page, shown from anywhere: `showToast({ text })`. The latest three are kept. */
export type Toast = { id: number; text: string; tone: 'neutral' | 'error' };

const store = createStore<readonly Toast[]>(() => []);
let count = 0;

export const currentToasts = (): readonly Toast[] => store.getState();

export const useToasts = (): readonly Toast[] => useStore(store);

/** Returns the toast's id, by which it can be dismissed. */
export function showToast({ text, tone = 'neutral' }: { text: string; tone?: Toast['tone'] }): number {
  count += 1;
  const others = currentToasts().filter((toast) => toast.text !== text);
  store.setState([...others, { id: count, text, tone }].slice(-3), true);
  return count;
}

export function dismissToast(id: number): void {
  store.setState(
    currentToasts().filter((toast) => toast.id !== id),
    true,
  );
}
