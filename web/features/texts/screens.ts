import { agreementVersions } from '#contract/public-texts/agreement.ts';
import { addresses } from '#web/site/addresses.ts';

const { help, whatTheySee, accessibility, leaving, terms, privacy } = addresses;
const agreed = agreementVersions.flatMap(({ version }) => [`${terms}/${version}`, `${privacy}/${version}`]);

/** Public; prerendered, without scripts. */
export const textAddresses = [help, whatTheySee, accessibility, leaving, terms, privacy, ...agreed];
export const load = () => import('./TextPage.tsx');
