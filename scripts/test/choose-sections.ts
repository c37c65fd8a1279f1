type NamedSection = { name: string; onlyByName?: true };

/**
 * The sections that a command line names, in their own order; without a name, all that are not `onlyByName`. Words
 * after the last name go to that section's tool. Null if the first word names no section.
 */
export function chooseSections<S extends NamedSection>(
  sections: readonly S[],
  words: readonly string[],
): (S & { options: string[] })[] | null {
  const end = words.findIndex((word) => !sections.some(({ name }) => name === word));
  const names = end < 0 ? words : words.slice(0, end);
  if (names.length === 0 && words.length > 0) return null;
  return sections
    .filter(({ name, onlyByName }) => (words.length === 0 ? !onlyByName : names.includes(name)))
    .map((section) => ({ ...section, options: section.name === names.at(-1) ? words.slice(names.length) : [] }));
}
