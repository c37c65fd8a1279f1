export type BrowserOrigins = { script: string[]; frame: string[]; connect: string[]; image: string[] };

type Options = {
  /** Fresh for each answer. */
  nonce: string;
  /** Whom the page may talk to besides ourselves: the payment gateway's, from its port. */
  origins: BrowserOrigins;
  https: boolean;
  /** Where browsers report what was blocked. */
  reportTo?: string;
  /** Where a form of the page may lead on to, besides ourselves. */
  forms?: readonly string[];
};

/**
 * The page policy: our own scripts and the listed ones, no inline code or style without the nonce, never inside a
 * frame.
 */
export function contentSecurityPolicy({ nonce, origins, https, reportTo, forms = [] }: Options): string {
  const own = "'self'";
  const allowed = `'nonce-${nonce}'`;
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [own, allowed, ...origins.script],
    'style-src': [own, allowed],
    'font-src': [own],
    'img-src': [own, 'data:', ...origins.image],
    'connect-src': [own, ...origins.connect],
    'frame-src': origins.frame.length > 0 ? origins.frame : ["'none'"],
    'worker-src': [own],
    'manifest-src': [own],
    'form-action': [own, ...forms],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
    ...(reportTo ? { 'report-uri': [reportTo] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}
