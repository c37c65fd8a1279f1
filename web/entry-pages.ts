import type { PageTable } from '#contract/boot.ts';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { textAddresses } from './features/texts/screens.ts';
import { currentLanguage } from './i18n/language.ts';
import { addresses, joinAddress } from './site/addresses.ts';

/** A prerendered page for an address at which visitors arrive; all other addresses get the skeleton of their layout. */
export type EntryPage = PageTable['entryPages'][number] & {
  title: () => string;
  /** The modules of its screen, relative to this folder: preloaded with the page instead of after the entry script. */
  sources: readonly string[];
  /** Modules whose HTML stays as prerendered: the page includes their style sheets but loads none of their code. */
  styledBy?: readonly string[];
  /**
   * What the prerendered HTML contains. `screen`: the whole screen, hydrated as it is. `form`: the same for a form,
   * which is rendered anew by the script, because only this tab's storage knows earlier input. A shell if only the
   * browser knows the content.
   */
  shows: 'screen' | 'form' | 'shell' | 'professional-shell';
  /** Only for visitors without an invite: for others the page is a shell until the script has loaded. */
  unlessInvited?: true;
};

export const entryPages: readonly EntryPage[] = [
  {
    name: 'landing',
    address: joinAddress(paths.landing),
    experiment: 'remove-co-parent-status',
    title: m.landing_title,
    sources: ['features/sign-up/landing/Landing.tsx'],
    styledBy: ['features/sign-up/landing/About.tsx'],
    shows: 'screen',
  },
  {
    name: 'co-parent-status',
    address: joinAddress(paths.coParentStatus),
    title: m.co_parent_status_title,
    sources: ['features/sign-up/co-parent-status/CoParentStatus.tsx'],
    shows: 'screen',
  },
  {
    name: 'your-details',
    address: joinAddress(paths.yourDetails),
    title: m.chrome_step_your_details,
    sources: ['join-session/JoinFrame.tsx', 'features/sign-up/your-details/YourDetails.tsx'],
    shows: 'form',
  },
  {
    name: 'professional',
    address: joinAddress(paths.professional),
    title: m.pro_title,
    sources: ['features/professional/sign-up/ProfessionalSignUp.tsx'],
    shows: 'form',
  },
  {
    name: 'invite',
    address: joinAddress(paths.invite),
    title: m.invite_title,
    sources: ['features/invite/welcome/Welcome.tsx'],
    shows: 'form',
    unlessInvited: true,
  },
  {
    name: 'invite-request',
    address: joinAddress(paths.inviteRequest),
    title: m.invite_request_no_token_heading,
    sources: ['features/invite/request/RequestInvite.tsx'],
    shows: 'form',
    unlessInvited: true,
  },
  {
    name: 'login',
    address: addresses.login,
    title: m.sign_in_heading,
    sources: ['features/account/sign-in/SignIn.tsx'],
    shows: 'form',
  },
  {
    name: 'forgot-password',
    address: addresses.forgotPassword,
    title: m.recovery_password_heading,
    sources: ['features/account/forgot-password/ForgotPassword.tsx'],
    shows: 'form',
  },
  {
    name: 'forgot-username',
    address: addresses.forgotUsername,
    title: m.recovery_username_heading,
    sources: ['features/account/forgot-username/ForgotUsername.tsx'],
    shows: 'form',
  },
  {
    name: 'how-to-cancel',
    address: addresses.howToCancel,
    title: m.how_to_cancel_heading,
    sources: ['features/account/how-to-cancel/HowToCancel.tsx'],
    shows: 'screen',
  },
  {
    name: 'storage',
    address: addresses.storage,
    title: m.storage_link,
    sources: ['chrome/storage/StorageNotice.tsx'],
    shows: 'screen',
  },
  ...textAddresses.map((address) => ({
    name: address.slice(1).replace('/', '-'),
    address,
    title: () => publicTexts[address.slice(1)]?.[currentLanguage()].title ?? '',
    sources: ['features/texts/TextPage.tsx'],
    shows: 'screen' as const,
  })),
];
