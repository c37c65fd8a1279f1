/**
 * Passwords of 12 to 25 characters that meet every rule of the checklist and yet are guessed first: well-known stems
 * with a digit and a symbol. Compared after folding case, usual substitutions (@ for a, 0 for o …) and trailing
 * symbols.
 */
const stems = [
  'password',
  'passw',
  'welcome',
  'letmein',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'iloveyou',
  'admin',
  'administrator',
  'monkey',
  'dragon',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'batman',
  'trustno',
  'master',
  'shadow',
  'michael',
  'jennifer',
  'jordan',
  'summer',
  'winter',
  'spring',
  'autumn',
  'changeme',
  'secret',
  'login',
  'access',
  'starwars',
  'whatever',
  'freedom',
  'hello',
  'contrasena',
  'teamo',
  'tequiero',
  'evenkeel',
  'abcdefghijkl',
  'abc',
  'family',
  'familia',
  'children',
];
const substitutions: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function fold(password: string): string {
  return [...password.toLowerCase()]
    .map((sign) => substitutions[sign] ?? sign)
    .join('')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}

/** True if nothing but one well-known word, repeated or padded with digits and symbols, is left of a password. */
export function isCommonPassword(password: string): boolean {
  const bare = password
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
  const folded = fold(password);
  const distinct = new Set(password.toLowerCase()).size;
  if (distinct < 5) return true;
  return stems.some((stem) =>
    [bare, folded].some((text) => text !== '' && text.split(stem).join('').length <= 2 && text.includes(stem)),
  );
}
