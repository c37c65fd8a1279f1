import type { AffiliateTag } from '#contract/boot.ts';

type Sale = { transactionId: string; subTotalCents: number };

/** The URL of an affiliate tag for one sale: order number and sub-total after discount, no personal data. */
export function saleAddress(address: string, { transactionId, subTotalCents }: Sale): string {
  const url = new URL(address);
  url.searchParams.set('transactionId', transactionId);
  url.searchParams.set('subTotal', (subTotalCents / 100).toFixed(2));
  return url.href;
}

/** Reports a sale to the affiliate, once per page: by its script and its pixel (specification 2.9). */
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
