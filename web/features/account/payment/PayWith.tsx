import { useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { CardOrWallet } from '#web/checkout/methods/CardOrWallet.tsx';
import type { WalletOrder } from '#web/payment-methods/payment-method.ts';
import { ChoiceGroup } from '#web/ui/form/ChoiceGroup.tsx';
import layout from '#web/ui/layout.module.css';
import { browserDay, expiryText, storedMethodText } from '../billing/method-text.ts';
import type { PayWithState } from './use-pay-with.ts';

type Props = {
  state: PayWithState;
  /** ISO country of the bill. */
  country: string;
  /** What is to pay and what renews; null while it is not known. */
  order: WalletOrder | null;
  /** Enter was pressed in a field of the card. */
  onEnter: () => void;
};

/** The method on file is chosen already; the card's frames load only for whoever wants another. */
export function PayWith({ state, country, order, onEnter }: Props) {
  const id = useId();
  const [today] = useState(browserDay);
  const { onFile, useOther } = state;
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
              detail: expiryText(onFile, today) ?? m.pay_on_file_detail(),
            },
            { value: 'other', label: m.pay_another(), detail: m.pay_another_kept() },
          ]}
          chosen={useOther ? 'other' : 'on-file'}
          onChange={async ({ target }) =>
            state.chooseOther(target instanceof HTMLInputElement && target.value === 'other')
          }
          onBlur={async () => undefined}
          ref={() => undefined}
        />
      ) : (
        <h2>{m.pay_with()}</h2>
      )}
      {useOther && (
        <div className={layout.part}>
          <CardOrWallet state={state.other} country={country} order={order} onEnter={onEnter} />
        </div>
      )}
    </div>
  );
}
