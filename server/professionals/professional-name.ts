import { listed } from '#contract/account/paid-for.ts';
import type { Language } from '../db/schema.ts';
import { professionalOptions, professionalRoles } from '../lookups/professional-options.ts';
import type { Professional } from './professional-repository.ts';

/** A professional's signature: `Hon. Ana Ruiz`, `Dr. Luis Vega, PhD`. */
export function professionalName({ user, profile }: Professional, language: Language): string {
  const title = professionalOptions(language).titles.find(({ value }) => value === profile.title)?.label ?? '';
  const name = [title, user.firstName, user.lastName].filter((part) => part !== '').join(' ');
  return profile.credentials === '' ? name : `${name}, ${profile.credentials}`;
}

/** The roles in which a professional works, as a list in words. */
export function roleNames({ user, profile }: Professional, language: Language): string {
  const roles = professionalRoles({ country: user.country ?? 'US', language });
  return listed(
    profile.roles.map((role) => roles.find(({ value }) => value === role)?.label ?? role),
    language,
  );
}
