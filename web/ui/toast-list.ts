/** Short messages at the foot of the page, told from anywhere: `tellToast({ text })`. The newest three are kept. */
export type Toast = { id: number; text: string; tone: 'neutral' | 'error' };

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function tellToast({ text, tone = 'neutral' }: { text: string; tone?: Toast['tone'] }): void {
  count += 1;
  const same = toasts.filter((toast) => toast.text !== text);
  change([...same, { id: count, text, tone }].slice(-3));
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
