type Town = { city: string | null; region: string | null; postalCode: string | null };

/**
 * Town, region and postal code on one line: `Minneapolis, Minnesota 55401`. A region with the name of its town, like
 * Auckland, appears once.
 */
export function townLine({ city, region, postalCode }: Town): string {
  const further = [region === city ? null : region, postalCode].filter(Boolean).join(' ');
  return [city, further].filter(Boolean).join(region === city ? ' ' : ', ');
}
