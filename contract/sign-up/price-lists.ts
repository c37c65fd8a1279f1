/** The pricing groups, and the lists of countries that have their own. */
export const priceLists = ['P0', 'P1', 'P2', 'P3', 'UK', 'AU', 'NZ', 'MX'] as const;
