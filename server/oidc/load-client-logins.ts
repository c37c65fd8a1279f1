/**
 * Loads the OpenID provider and its packages. `oidc-provider` warns of any Node version that is not an LTS release;
 * ours is pinned and tested with it.
 */
export async function loadClientLogins() {
  const { warn } = console;
  console.warn = (...said: unknown[]) => String(said[0]).includes('Unsupported runtime') || warn(...said);
  return import('./open-client-logins.ts').finally(() => {
    console.warn = warn;
  });
}
