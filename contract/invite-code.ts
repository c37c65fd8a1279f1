/**
 * The code in a letter: ten signs in two groups, without look-alikes (`K7QPM-2XW9D`). An activation code has twelve in
 * three.
 */
export const inviteCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1' };
export const inviteCodeLength = 10;

/** Upper case, only letters and figures, look-alikes folded. Null when it has another length. */
export function normaliseTypedCode(typed: string, length: number): string | null {
  const signs = [
    ...typed
      .slice(0, 64)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  ]
    .map((sign) => lookAlikes[sign] ?? sign)
    .join('');
  return signs.length === length ? signs : null;
}

/** Null when it cannot be a code. */
export function normaliseInviteCode(typed: string): string | null {
  return normaliseTypedCode(typed, inviteCodeLength);
}

export function formatInviteCode(signs: string): string {
  return `${signs.slice(0, 5)}-${signs.slice(5)}`;
}
