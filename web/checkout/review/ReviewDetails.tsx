import { m } from '#messages/messages.js';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import style from './ReviewDetails.module.css';

export type ReviewDetail = {
  key: string;
  name: string;
  value: readonly string[];
  change: { label: string } & ({ onChange: () => void } | { to: string });
};

/** What was given so far, each with its way to change it. */
export function ReviewDetails({ details }: { details: readonly ReviewDetail[] }) {
  return (
    <dl className={style.details}>
      {details.map(({ key, name, value, change }) => (
        <div key={key} className={style.detail}>
          <dt>{name}</dt>
          <dd>
            {value.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </dd>
          <dd className={style.change}>
            {'to' in change ? (
              <ButtonLink look="link" to={change.to} aria-label={change.label}>
                {m.payment_change()}
              </ButtonLink>
            ) : (
              <Button look="link" onClick={change.onChange} aria-label={change.label}>
                {m.payment_change()}
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
