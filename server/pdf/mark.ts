/**
 * Draws the mark of web/chrome/Mark.tsx: a circle on a level horizon. Screen readers skip it, as the name is written
 * beside it.
 */
export function drawMark(document: PDFKit.PDFDocument, { x, y, size }: { x: number; y: number; size: number }): void {
  const unit = size / 30;
  document.markContent('Artifact');
  document
    .lineWidth(3 * unit)
    .strokeColor('#0b6b6b')
    .circle(x + 15 * unit, y + 15 * unit, 13.5 * unit)
    .stroke()
    .strokeColor('#f2b261')
    .moveTo(x + 3 * unit, y + 16.5 * unit)
    .lineTo(x + 27 * unit, y + 16.5 * unit)
    .stroke();
  document.endMarkedContent();
}
