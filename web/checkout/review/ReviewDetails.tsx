import { m } from '#messages/messages.js';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import style from './ReviewDetails.module.css';

export type ReviewDetail = {
  key: string;
  name: string;
  value: readonly string[];
  /** Left out if the detail cannot be changed. */
  change?: { label: string } & ({ onChange: () => void } | { to: string });
};

/** The details of the order, each with its change button. */
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
          {change && <Change {...change} />}
        </div>
      ))}
    </dl>
  );
}

function Change({ label, ...way }: NonNullable<ReviewDetail['change']>) {
  return (
    <dd>
      {'to' in way ? (
        <ButtonLink variant="link" to={way.to} aria-label={label}>
          {m.payment_change()}
        </ButtonLink>
      ) : (
        <Button variant="link" onClick={way.onChange} aria-label={label}>
          {m.payment_change()}
        </Button>
      )}
    </dd>
  );
}
