import { useOwnSite } from './start/own-site.ts';

/**
 * `npm run endpoints -- <command>`: manages event endpoints, of the site that `npm start` runs here or that the
 * environment configures. docs/entitlements-and-events.md lists the commands.
 */
await useOwnSite();
await import('#server/endpoints-main.ts');
