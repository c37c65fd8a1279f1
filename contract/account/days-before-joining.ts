/**
 * A plan that one parent pays for the other runs from the payment. As many days as passed before the other joined are
 * added to its term, but no more than these.
 */
export const mostDaysBeforeJoining = 60;
