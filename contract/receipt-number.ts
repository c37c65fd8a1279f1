import { brand } from './brand.ts';

/** Damm's quasigroup: its check figure finds every single wrong figure and every two neighbours that were swapped. */
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

/** The number of an order as people read it out: `1000001` → `EK-1000-0012`. Its last figure is made of the others. */
export function formatReceiptNumber(number: number): string {
  const figures = `${number}${checkFigure(String(number))}`;
  return `${brand.receiptPrefix}-${figures.slice(0, -4)}-${figures.slice(-4)}`;
}
