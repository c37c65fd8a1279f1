import type { InviteMail } from '#contract/api/invites/invite-previews.ts';
import { m } from '#messages/messages.js';
import style from './inviting.module.css';

type Props = { mail: InviteMail; to: string };

/** A mail rendered from its parts. Its links are inert: a real one opens somebody's invite. */
export function MailView({ mail, to }: Props) {
  const { language, subject, heading, blocks, footer } = mail;
  return (
    <article className={style.mail} aria-label={m.inviting_mail()}>
      <p className={style.head}>
        {to !== '' && (
          <>
            <strong>{m.inviting_to()}</strong> {to} ·{' '}
          </>
        )}
        <strong>{m.inviting_subject()}</strong> <span lang={language}>{subject}</span>
      </p>
      <div className={style.body} lang={language}>
        <h3>{heading}</h3>
        {blocks.map((block, index) =>
          block.kind === 'action' ? (
            <p key={index}>
              <span className={style.action}>{block.label}</span>
            </p>
          ) : (
            <p key={index} className={block.kind === 'note' ? style.note : undefined}>
              {block.text}
            </p>
          ),
        )}
      </div>
      <div className={style.foot} lang={language}>
        {footer.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </article>
  );
}
