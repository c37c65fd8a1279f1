import { Link } from 'react-router';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { m } from '#messages/messages.js';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { joinAddress } from '#web/site/addresses.ts';
import { Notice } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import style from './duplicate-warning.module.css';
import { duplicateEndsSignUp } from './save-family.ts';

/**
 * The co-parent may already have an account: the parent can continue, and support resolves it (specification 8). The
 * warning says so if continuing ends the sign-up. `atPayment`: it was found when paying for both, and the parent may
 * pay for themself alone.
 */
export function DuplicateWarning({ atPayment }: { atPayment: boolean }) {
  useExposure('packages-v2');
  return (
    <div ref={focusOnMount} tabIndex={-1} role="group" aria-labelledby="duplicate-title" className={style.box}>
      <Notice tone="error">
        <h2 id="duplicate-title">{m.field_co_parent_duplicate()}</h2>
        {atPayment && (
          <p>
            {m.co_parent_duplicate_at_payment()}{' '}
            <Link to={joinAddress(paths.payment)}>{m.co_parent_duplicate_pay_own()}</Link>
          </p>
        )}
        <p>{duplicateEndsSignUp() ? m.co_parent_duplicate_ends() : m.co_parent_duplicate_text()}</p>
        <SupportContact />
      </Notice>
    </div>
  );
}
