import type { Language } from '../fields/languages.ts';

type AgreementVersion = {
  /** Stored with each consent, and part of the address of the accepted texts. */
  version: string;
  /** The differences from the previous version, one sentence each. Empty in the first. */
  changes: Record<Language, readonly string[]>;
};

/**
 * Terms, privacy and renewal texts are accepted together. A change of any of them is a new version: new texts beside
 * the old ones, which stay while anybody has accepted them, and a row here, the newest last.
 */
export const agreementVersions: readonly [AgreementVersion, ...AgreementVersion[]] = [
  { version: '2026-11', changes: { en: [], es: [] } },
  {
    version: '2026-12',
    changes: {
      en: [
        'The terms, the privacy policy and the lines about renewals use plainer words.',
        'New: refunds of renewals within 14 days. No other promise, price, date or right has changed.',
      ],
      es: [
        'Los términos, la política de privacidad y las líneas sobre la renovación usan palabras más claras.',
        'Nuevo: reembolso de renovaciones dentro de 14 días. No cambió ninguna otra promesa, ningún precio, ninguna fecha ni ningún derecho.',
      ],
    },
  },
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
