import { brand } from '../brand.ts';

/** Damm's quasigroup: its check digit detects every single wrong digit and every swap of neighbours. */
const damm = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

function checkFigure(figures: string): string {
  let interim = '0';
  for (const figure of figures) interim = damm[Number(interim)]?.[Number(figure)] ?? '0';
  return interim;
}

/**
 * The number of an invoice or a credit note in readable form: 1000001 of the series `AU` → `EK-AU-1000-0012`. Its last
 * digit is the check digit of the others, which count up without a gap.
 */
export function formatDocumentNumber({ series, number }: { series: string; number: number }): string {
  const figures = `${number}${checkFigure(String(number))}`;
  return `${brand.receiptPrefix}-${series}-${figures.slice(0, -4)}-${figures.slice(-4)}`;
}
