import { useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { bootData } from '../../boot.ts';
import { offeredBrands, offeredMethods, wantsDeviceData } from '../../checkout/methods/offered-methods.ts';
import { useClientToken } from '../../checkout/use-client-token.ts';
import { CardFields } from '../../payment-methods/card/CardFields.tsx';
import type { WalletType } from '../../payment-methods/payment-method.ts';
import { PayPalButton } from '../../payment-methods/paypal/PayPalButton.tsx';
import { VenmoButton } from '../../payment-methods/venmo/VenmoButton.tsx';
import type { WalletAuthorization } from '../../payment-methods/WalletButton.tsx';
import { ChoiceGroup } from '../../ui/form/ChoiceGroup.tsx';
import { expiryText, keptMethodWords } from '../billing/method-words.ts';
import style from './paying.module.css';
import type { PayWithState } from './use-pay-with.ts';

type Props = {
  state: PayWithState;
  /** ISO country of the bill. */
  country: string;
  /** Enter was pressed in a field of the card. */
  onEnter: () => void;
};

/** The method on file is chosen already; the card's frames load only for whoever wants another. */
export function PayWith({ state, country, onEnter }: Props) {
  const id = useId();
  const [today] = useState(() => new Date());
  const { onFile, useOther } = state;
  return (
    <div className={style.part}>
      {onFile ? (
        <ChoiceGroup
          id={id}
          name={id}
          label={m.pay_with()}
          error={undefined}
          choices={[
            { value: 'on-file', label: keptMethodWords(onFile), detail: expiryText(onFile, today) ?? m.pay_on_file_detail() },
            { value: 'other', label: m.pay_another(), detail: m.pay_another_kept() },
          ]}
          chosen={useOther ? 'other' : 'on-file'}
          onChange={async ({ target }) => state.chooseOther(target instanceof HTMLInputElement && target.value === 'other')}
          onBlur={async () => undefined}
          ref={() => undefined}
        />
      ) : (
        <h2>{m.pay_with()}</h2>
      )}
      {useOther && <OtherMethod state={state} country={country} onEnter={onEnter} />}
    </div>
  );
}

function OtherMethod({ state: { card, authorized, authorize, setCardValid }, country, onEnter }: Props) {
  const { clientToken, retry } = useClientToken(country);
  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = (type: WalletType) => ({
    clientToken,
    authorization: authorized[type],
    onAuthorized: (authorization: WalletAuthorization) => authorize(type, authorization),
  });
  return (
    <div className={style.other}>
      <CardFields
        clientToken={clientToken}
        onRetry={retry}
        brands={offeredBrands(bootData())}
        withDeviceData={wantsDeviceData({ country, boot: bootData() })}
        onValidity={setCardValid}
        onSubmitRequest={onEnter}
        ref={card}
      />
      {offered.includes('PAYPAL') && <PayPalButton {...wallet('PAYPAL')} />}
      {offered.includes('VENMO') && <VenmoButton {...wallet('VENMO')} />}
    </div>
  );
}
