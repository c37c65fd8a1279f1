import { dayIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { couponConfirmedAbove, feeWaiversConfirmedAbove, givenWithinDays } from '#contract/staff/staff-actions.ts';

export const nothingSent = 'Nothing is sent.';

/** Confirmation rule for free years, which acquainted staff members could otherwise grant each other. */
export const waiversConfirmed = `Over ${formatCents(feeWaiversConfirmedAbove.USD)} in ${givenWithinDays} days, together with your other fee waivers, it waits for a second person.`;

export const budgetConfirmed = `Over ${formatCents(couponConfirmedAbove.USD)} in ${givenWithinDays} days, together with your other coupons, codes and referrers, it waits for a second person.`;
/** The input for a key that becomes part of a link. */
export const keyHint = 'Lower-case letters, digits, - and _.';

type Order = { series: string; number: number; totalCents: number; createdAt: Date; timeZone: string };

/** Describes an order so that staff can tell it from the user's others. */
export const receiptText = ({ totalCents, createdAt, timeZone, ...number }: Order): string =>
  `invoice ${formatDocumentNumber(number)} of ${dayIn(createdAt, timeZone)} over ${formatCents(totalCents)}`;

export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
