import type { Language } from '../languages.ts';

type AgreementVersion = {
  /** Stands with each consent, and in the address of the texts it was given to. */
  version: string;
  /** What is another than in the version before, one sentence each. Empty in the first. */
  changes: Record<Language, readonly string[]>;
};

/**
 * Terms, privacy and renewal texts are agreed to together. A change of any of them is a new version: new texts beside
 * the old ones, which stay while anybody has agreed to them, and a row here, the newest last.
 */
export const agreementVersions: readonly [AgreementVersion, ...AgreementVersion[]] = [
  { version: '2026-11', changes: { en: [], es: [] } },
];

export const agreementVersion = (agreementVersions.at(-1) ?? agreementVersions[0]).version;

/** The changes since a version, oldest first. For an unknown version everything may have changed. */
export function changesSince(
  agreed: string,
  language: Language,
  versions: readonly AgreementVersion[] = agreementVersions,
): { version: string; changes: readonly string[] }[] {
  const since = versions.findIndex(({ version }) => version === agreed) + 1;
  return versions.slice(since).map(({ version, changes }) => ({ version, changes: changes[language] }));
}
