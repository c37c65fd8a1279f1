import { expect, test } from 'vitest';
import { type Letter, lettersPdf } from './letter-pdf.ts';

const letter = {
  firstName: "Marta O'Brien",
  inviter: { is: 'PROFESSIONAL', name: 'Hon. Ana Núñez', role: 'Mediadora', practice: 'Harbor Family Law' },
  paid: true,
  address: 'https://www.evenkeel.example/app/join/invite',
  code: 'K7QPM-2XW9D',
  expiresOn: '2026-12-21',
  language: 'es',
  country: 'US',
} as const;

const letterPdf = (one: Letter) => lettersPdf([one]);
const textOf = (pdf: Buffer) => pdf.toString('latin1');

test('the letter is one tagged page in the reader’s language, on the paper of the country', async () => {
  const american = textOf(await letterPdf(letter));
  expect(american.startsWith('%PDF-1.7')).toBe(true);
  expect(american).toContain('/Lang (es)');
  expect(american).toContain('/StructTreeRoot');
  expect(american).toContain(`/ActualText (${letter.code})`);
  expect(american).toContain(`/ActualText (${letter.address})`);
  expect(american.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(american).toContain('612 792');
  expect(textOf(await letterPdf({ ...letter, country: 'GB' }))).toContain('595.28 841.89');
});

test('the typed code is also a QR code, with alternative text', async () => {
  const english = textOf(await letterPdf({ ...letter, language: 'en' }));
  expect(english).toContain('/S /Figure');
  expect(english).toMatch(/\/Alt \(Or point a phone/);
});

test('curly quotes in a name are printed', async () => {
  const quoted = Buffer.from('“Tita” Ruiz', 'utf16le').swap16();
  expect((await letterPdf({ ...letter, firstName: '“Tita” Ruiz' })).includes(quoted)).toBe(true);
});

test('SEC9: a Polish or Vietnamese name is printed in the nearest supported letters, exact as text, and the letter says so', async () => {
  const inText = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const pdf = await letterPdf({ ...letter, firstName: 'Łukasz Nguyễn' });
  expect(pdf.includes(inText('Łukasz Nguyễn'))).toBe(true);
  expect(pdf.includes(inText('Impreso aquí'))).toBe(true);
  expect((await letterPdf(letter)).includes(inText('Impreso aquí'))).toBe(false);
});

test.each(['李', '👩', 'مريم', '<script>', '\u0000'])(
  'SEC9: a letter to %j is produced, whatever the typeface supports',
  async (firstName) => {
    const pdf = await letterPdf({ ...letter, firstName, inviter: { is: 'PARENT', name: firstName } });
    expect(textOf(pdf).trimEnd().endsWith('%%EOF')).toBe(true);
  },
);

test('Y11: a professional’s letter says with whom to check it, and what to do for whoever does not feel safe', async () => {
  const inText = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const pdf = await letterPdf(letter);
  expect(pdf.includes(inText('De Hon. Ana Núñez, Mediadora, Harbor Family Law'))).toBe(true);
  expect(pdf.includes(inText('no le resulta seguro responder'))).toBe(true);
});

test('letters printed together are a page each, and none shows that there are others', async () => {
  const pdf = textOf(await lettersPdf([letter, { ...letter, firstName: 'Joe', code: 'AAAAA-BBBBB' }]));
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
  for (const code of [letter.code, 'AAAAA-BBBBB']) expect(pdf).toContain(`/ActualText (${code})`);
  expect(pdf).not.toContain('1 / 2');
});
