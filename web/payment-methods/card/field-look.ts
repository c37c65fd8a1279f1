import type { CardFieldStyles } from '../payment-method.ts';

const copied = ['color', 'background-color', 'font-size', 'line-height', 'font-weight'] as const;

/**
 * How text looks in the page's own fields, for the frames: they inherit nothing. Fonts of the page cannot be had there.
 * The background stays unpainted by drivers that cannot: the frame is then seen through.
 */
export function readFieldLook(box: HTMLElement): CardFieldStyles {
  const look = getComputedStyle(box);
  return {
    ...Object.fromEntries(copied.map((property) => [property, look.getPropertyValue(property)])),
    'font-family': 'system-ui, sans-serif',
    'font-variant-numeric': 'tabular-nums',
    'padding-left': '14px',
    'padding-right': '14px',
    'caret-color': look.color,
  };
}
