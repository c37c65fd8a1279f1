type RingSection = { name: string; title: string; onlyByName?: true };

/** A ring after `npm test`: the same behaviour in another language, in every state, and with more random cases. */
const isOfMatrix = ({ name }: RingSection) => name.endsWith('-matrix');

const others = (sections: readonly RingSection[]) => sections.map(({ name, title }) => `  ${name}: ${title}`);

/** Which ring ran, and what only the other one runs; nothing if only a part of either ran. */
export function ringLines(sections: readonly RingSection[], ran: readonly string[]): string[] {
  const matrix = sections.filter(isOfMatrix);
  const first = sections.filter(({ onlyByName }) => !onlyByName);
  const ranAll = (ring: readonly RingSection[]) => ring.every(({ name }) => ran.includes(name));
  const [ranFirst, ranMatrix] = [ranAll(first), ranAll(matrix)];
  if (ranFirst === ranMatrix) return [];
  return ranFirst
    ? ['Each behaviour once. Only in the matrix (npm run test:matrix):', ...others(matrix), '']
    : [`The matrix. Only in npm test: ${first.map(({ name }) => name).join(', ')}`, ''];
}
