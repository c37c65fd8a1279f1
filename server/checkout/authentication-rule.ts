import { countryRow } from '#contract/fields/countries.ts';

/** Whether a card of a billing country is charged or stored only with an authenticated holder. */
export type RequiresAuthentication = (country: string) => boolean;

type Exceptions = { also: readonly string[]; exempt: readonly string[] };

/** Required by law in some countries; operators can require it in more, or waive it while banks are unreachable. */
export function authenticationRule({ also, exempt }: Exceptions): RequiresAuthentication {
  return (country) =>
    !exempt.includes(country) && (also.includes(country) || countryRow(country)?.authenticatesCards === true);
}
