import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { Block, MailTemplate } from '../mail-document.ts';
import { action, greeting, notYou } from './phrases.ts';

/** Sent once the username and password are set. */
export type WelcomeProps = { firstName: string; username: string; loginUrl: string };

export const welcome: MailTemplate<WelcomeProps> = (props, context) => {
  const { say, language } = context;
  // The store links are hidden for Spanish (specification 2.9).
  const apps: Block[] =
    language === 'es'
      ? []
      : [
          { kind: 'paragraph', text: m.mail_welcome_apps({}, say) },
          { kind: 'link', label: m.mail_welcome_app_store({}, say), url: brand.links.appStore },
          { kind: 'link', label: m.mail_welcome_google_play({}, say), url: brand.links.googlePlay },
        ];
  return {
    subject: m.mail_welcome_subject({ brand: brand.name }, say),
    preview: m.mail_welcome_preview({}, say),
    heading: m.mail_welcome_heading({}, say),
    reason: m.mail_reason_account({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_welcome_intro({}, say) },
      { kind: 'paragraph', text: `${m.mail_fact_username({}, say)}: ${props.username}` },
      action({ label: m.mail_log_in({}, say), url: props.loginUrl }, context),
      ...apps,
      notYou(context),
    ],
  };
};
