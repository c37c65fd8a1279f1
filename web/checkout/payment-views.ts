/** The three views of the payment page, in order (specification 2.8, 4.5). */
export const paymentViews = ['BILLING', 'PAYMENT', 'REVIEW'] as const;
export type PaymentView = (typeof paymentViews)[number];

/** The last stage of the page that is done: 0 none, 1 billing, 2 how to pay. */
export type PaymentStep = 0 | 1 | 2;

const stepBefore: Record<PaymentView, PaymentStep> = { BILLING: 0, PAYMENT: 1, REVIEW: 2 };

export function isOpen(view: PaymentView, done: PaymentStep): boolean {
  return stepBefore[view] <= done;
}

/**
 * The view an address asks for, or the furthest one before it that is open. A page that was just loaded begins with
 * billing.
 */
export function viewOf(search: string, done: PaymentStep): PaymentView {
  const asked = new URLSearchParams(search).get('view');
  const wanted = paymentViews.find((view) => view.toLowerCase() === asked) ?? 'BILLING';
  const open = paymentViews.slice(0, paymentViews.indexOf(wanted) + 1).filter((view) => isOpen(view, done));
  return open.at(-1) ?? 'BILLING';
}

/** The query under which a view stands in the browser's history; billing has none. */
export function searchOf(view: PaymentView): string {
  return view === 'BILLING' ? '' : `?view=${view.toLowerCase()}`;
}

/** A stage is done; earlier ones stay done, and going back takes nothing away. */
export function furthestStep(one: PaymentStep, other: PaymentStep): PaymentStep {
  return one > other ? one : other;
}
