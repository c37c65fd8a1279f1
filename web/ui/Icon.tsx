type Props = {
  /** A line in a square of `size` by `size` pixels. */
  path: string;
  size?: number;
  weight?: number;
  className?: string | undefined;
};

/** A decorative line drawing in the colour of the text beside it, which carries the meaning. */
export function Icon({ path, size = 20, weight = 2.5, className }: Props) {
  return (
    <svg className={className} width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={weight}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Points down, on what expands. */
export const chevron = 'm5 7.5 5 5 5-5';
