/** `form`: where forms of the page, or of its frames, may be submitted. */
export type BrowserOrigins = { script: string[]; frame: string[]; connect: string[]; image: string[]; form: string[] };

/** For a page that connects to this site only. */
export const noOrigins: BrowserOrigins = { script: [], frame: [], connect: [], image: [], form: [] };

type Options = {
  /** New for each response. */
  nonce: string;
  /** Origins that the page may use besides ours: the payment gateway's, from its port. */
  origins: BrowserOrigins;
  https: boolean;
  /** Where browsers report what was blocked. */
  reportTo?: string;
};

/** The page policy: our own scripts and the listed ones, no inline code or style without the nonce, never framed. */
export function contentSecurityPolicy({ nonce, origins, https, reportTo }: Options): string {
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
    'form-action': [own, ...origins.form],
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
