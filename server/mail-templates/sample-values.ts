/** Shared by the templates' samples. */
export const firstName = 'Marta';
export const card = { type: 'CREDIT_CARD', cardBrand: 'Visa', cardLastFour: '1111' } as const;
export const site = 'https://www.evenkeel.example/app';
export const cancelUrl = `${site}/account/renewal#subscription=01a1fd71-49d4-70ea-9f9e-5c2f22ff2802&token=sample`;
