import { encode } from 'uqr';
import { margin, type Page } from './tagged-pdf.ts';

/** Height and width of a QR code on paper, in points: about 3.5 cm, which a phone can scan. */
export const qrSize = 100;

/** Draws `text` as a QR code at the right margin. `alt`: its alternative text; `top` in points. */
export function qrCode(
  { document, width }: Page,
  { text, alt, top }: { text: string; alt: string; top: number },
): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = qrSize / size;
  const left = margin + width - qrSize;
  document.addStructure(
    document.struct('Figure', { alt }, () => {
      for (const [row, modules] of data.entries()) {
        for (const [column, dark] of modules.entries()) {
          if (dark) document.rect(left + column * module, top + row * module, module, module);
        }
      }
      document.fill('#000000');
    }),
  );
}
