import { countryRow } from '#contract/countries.ts';

/** Whether a card billed in a country is charged, or kept, only once its holder was authenticated. */
export type RequiresAuthentication = (country: string) => boolean;

type Exceptions = { also: readonly string[]; exempt: readonly string[] };

/** By law in some countries; an operator may ask for it in more, or do without it while banks cannot be asked. */
export function authenticationRule({ also, exempt }: Exceptions): RequiresAuthentication {
  return (country) =>
    !exempt.includes(country) && (also.includes(country) || countryRow(country)?.authenticatesCards === true);
}
