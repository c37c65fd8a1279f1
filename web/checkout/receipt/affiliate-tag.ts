import type { AffiliateTag } from '#contract/boot.ts';

type Sale = { transactionId: string; subTotalCents: number };

/**
 * Where a tag of the affiliate is fetched for one sale: the order's number and the sub-total after discount, nothing
 * about the person.
 */
export function saleAddress(address: string, { transactionId, subTotalCents }: Sale): string {
  const url = new URL(address);
  url.searchParams.set('transactionId', transactionId);
  url.searchParams.set('subTotal', (subTotalCents / 100).toFixed(2));
  return url.href;
}

/** Counts a sale with the affiliate, once for the page: its script and, beside it, its pixel (specification 2.9). */
export function loadAffiliateTag({ script, pixel }: AffiliateTag, sale: Sale): void {
  if (document.getElementById('affiliate-script')) return;
  const tag = document.createElement('script');
  tag.id = 'affiliate-script';
  tag.async = true;
  tag.referrerPolicy = 'no-referrer';
  tag.src = saleAddress(script, sale);
  document.body.append(tag);
  const image = new Image(1, 1);
  image.referrerPolicy = 'no-referrer';
  image.src = saleAddress(pixel, sale);
}
