import { useOwnSite } from './start/own-site.ts';

/** `npm run import -- …`: imports people (docs/import.md) into the site that `npm start` keeps, or a configured one. */
await useOwnSite();
await import('#server/import-main.ts');
