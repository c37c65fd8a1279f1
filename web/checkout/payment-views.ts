/** The three views of the payment page, in order (specification 2.8, 4.5). */
export const paymentViews = ['BILLING', 'PAYMENT', 'REVIEW'] as const;
export type PaymentView = (typeof paymentViews)[number];

/** The last completed step of the page: 0 none, 1 billing, 2 payment. */
export type PaymentStep = 0 | 1 | 2;

const stepBefore: Record<PaymentView, PaymentStep> = { BILLING: 0, PAYMENT: 1, REVIEW: 2 };

export function isOpen(view: PaymentView, done: PaymentStep): boolean {
  return stepBefore[view] <= done;
}

/** The view of the address, or the furthest open one before it. A freshly loaded page begins with billing. */
export function viewOf(search: string, done: PaymentStep): PaymentView {
  const name = new URLSearchParams(search).get('view');
  const requested = paymentViews.find((view) => view.toLowerCase() === name) ?? 'BILLING';
  const open = paymentViews.slice(0, paymentViews.indexOf(requested) + 1).filter((view) => isOpen(view, done));
  return open.at(-1) ?? 'BILLING';
}

/** The query of a view in the browser's history; billing has none. */
export function searchOf(view: PaymentView): string {
  return view === 'BILLING' ? '' : `?view=${view.toLowerCase()}`;
}

/** The later of two steps: completed steps stay completed when the person goes back. */
export function furthestStep(one: PaymentStep, other: PaymentStep): PaymentStep {
  return one > other ? one : other;
}
