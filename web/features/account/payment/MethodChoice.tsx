import { Suspense, useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { ownZone } from '#web/auth-session/own-time.ts';
import { dayFromNow } from '#web/i18n/long-day.ts';
import type { WalletOrder } from '#web/payment-methods/payment-method.ts';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { expiryText, storedMethodText } from '../billing/method-text.ts';
import type { MethodChoiceState } from './use-method-choice.ts';

const CardOrWallet = lazyPart(async () => ({
  default: (await import('#web/checkout/methods/CardOrWallet.tsx')).CardOrWallet,
}));

type Props = {
  state: MethodChoiceState;
  /** The billing country (ISO code). */
  country: string;
  /** The total and the renewals; null while unknown. */
  order: WalletOrder | null;
  /** Whether what is paid for renews. */
  renews: boolean;
  /** Enter was pressed in a card field. */
  onEnter: () => void;
};

/** The stored method is preselected; the card's fields and frames load only for another one. */
export function MethodChoice({ state, country, order, renews, onEnter }: Props) {
  const id = useId();
  const [today] = useState(() => dayFromNow(0, ownZone()));
  const { onFile, usesOther } = state;
  return (
    <div className={layout.page}>
      {onFile ? (
        <ChoiceGroup
          id={id}
          name={id}
          label={m.pay_with()}
          error={undefined}
          choices={[
            {
              value: 'on-file',
              label: storedMethodText(onFile),
              detail: expiryText(onFile, today) ?? (renews ? m.pay_on_file_detail() : undefined),
            },
            {
              value: 'other',
              label: m.pay_another(),
              detail: renews ? m.pay_another_kept() : m.pay_another_kept_idle(),
            },
          ]}
          chosen={usesOther ? 'other' : 'on-file'}
          onChange={async ({ target }) =>
            state.chooseOther(target instanceof HTMLInputElement && target.value === 'other')
          }
          onBlur={async () => undefined}
          ref={() => undefined}
        />
      ) : (
        <h2>{m.pay_with()}</h2>
      )}
      {usesOther && (
        <div className={layout.part}>
          <Suspense fallback={<FormSkeleton />}>
            <CardOrWallet state={state.other} country={country} order={order} onEnter={onEnter} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
