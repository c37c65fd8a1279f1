import type { CardFieldStyles } from '../payment-method.ts';

const copied = ['color', 'background-color', 'font-size', 'line-height', 'font-weight'] as const;

/**
 * The text styles of the page's own fields, for the frames, which inherit nothing and cannot use the page's fonts. Some
 * drivers do not support a background: their frame is transparent.
 */
export function readFieldStyles(box: HTMLElement): CardFieldStyles {
  const computed = getComputedStyle(box);
  return {
    ...Object.fromEntries(copied.map((property) => [property, computed.getPropertyValue(property)])),
    'font-family': 'system-ui, sans-serif',
    'font-variant-numeric': 'tabular-nums',
    'padding-left': '14px',
    'padding-right': '14px',
    'caret-color': computed.color,
  };
}
