import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
import { action } from './phrases.ts';

/** `begunAt`: an ISO instant. `timeZone`: IANA name. */
type SignUp = { resumeUrl: string; begunAt: string; timeZone: string };
export type ResumeLinkProps = { signUps: readonly SignUp[] };

/**
 * Names nobody: others may see it. States when each sign-up was begun, because somebody else may have begun one with
 * the same address.
 */
export const resumeLink: MailTemplate<ResumeLinkProps> = {
  name: 'resume-link',
  kind: 'awaited',
  sample: {
    signUps: [
      { resumeUrl: `${site}/join/resume#token=sample`, begunAt: '2026-11-21T15:30:00Z', timeZone: 'America/Chicago' },
    ],
  },
  write: ({ signUps }, context) => {
    const { t } = context;
    const names = { brand: brand.name };
    return {
      subject: m.mail_resume_subject(names, t),
      preview: m.mail_resume_preview({}, t),
      heading: m.mail_resume_heading({}, t),
      reason: m.mail_resume_reason({}, t),
      blocks: [
        ...signUps.flatMap(({ resumeUrl, begunAt, timeZone }) => [
          {
            kind: 'paragraph' as const,
            text: m.mail_resume_text({ begun: longTime({ instant: begunAt, timeZone }, context) }, t),
          },
          action({ label: m.mail_resume_action({}, t), url: resumeUrl }, context),
        ]),
        { kind: 'note', text: m.mail_resume_note({}, t) },
      ],
    };
  },
};
