import type { ReactNode } from 'react';
import type { listPackages } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import type { QueryOf } from '#web/api/use-query.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import type { Offers } from './offers.ts';
import { PackagesSkeleton } from './PackagesSkeleton.tsx';
import style from './packages.module.css';

type Props = {
  offers: QueryOf<typeof listPackages>;
  /** The placeholder while they load. */
  placeholder?: ReactNode;
  children: (offers: Offers) => ReactNode;
};

/** The packages once loaded; before that a placeholder, or the loading error. */
export function OfferedPackages({ offers, placeholder = <PackagesSkeleton />, children }: Props) {
  if (offers.state === 'loading') return placeholder;
  if (offers.state === 'failed') {
    return (
      <div role="alert" className={style.shownError}>
        <Notice tone="error">
          <p>
            <strong>{m.packages_pricing_failed()}</strong>
          </p>
          <p>{offers.problem.message}</p>
          <span>
            <Button variant="quiet" onClick={offers.retry}>
              {m.ui_try_again()}
            </Button>
          </span>
        </Notice>
      </div>
    );
  }
  if (offers.data.packages.length > 0) return children(offers.data);
  return (
    <div className={style.shownError}>
      <Notice>
        <p>
          <strong>{m.packages_no_offer()}</strong>
        </p>
        <p>{m.packages_no_offer_text()}</p>
        <SupportContact />
      </Notice>
    </div>
  );
}
