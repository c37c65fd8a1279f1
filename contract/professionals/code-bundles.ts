import { divideRounded } from '../fields/money.ts';

/** Codes that professionals buy in advance: sizes, and percent off (the price list of the catalogue). */
export const bundleSizes = [5, 10, 25] as const;
export type BundleSize = (typeof bundleSizes)[number];

const percentOff: Record<BundleSize, number> = { 5: 5, 10: 10, 25: 15 };

export type BundlePrice = {
  size: BundleSize;
  percentOff: number;
  faceCents: number;
  listCents: number;
  discountCents: number;
  totalCents: number;
};

/** What `size` codes cost, each worth `faceCents`. Half a cent of discount is rounded up, in the buyer's favour. */
export function bundlePrice({ size, faceCents }: { size: BundleSize; faceCents: number }): BundlePrice {
  const listCents = size * faceCents;
  const discountCents = divideRounded(listCents * percentOff[size], 100);
  return {
    size,
    percentOff: percentOff[size],
    faceCents,
    listCents,
    discountCents,
    totalCents: listCents - discountCents,
  };
}
