import { countryRow } from '#contract/countries.ts';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { bootData } from '#web/site/boot.ts';
import { CardFields } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletType } from '#web/payment-methods/payment-method.ts';
import { PayPalButton } from '#web/payment-methods/paypal/PayPalButton.tsx';
import { VenmoButton } from '#web/payment-methods/venmo/VenmoButton.tsx';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { useClientToken } from '../use-client-token.ts';
import { methodExperiments, offeredBrands, offeredMethods, wantsDeviceData } from './offered-methods.ts';
import type { CardOrWalletState } from './use-card-or-wallet.ts';

type Props = {
  state: CardOrWalletState;
  /** ISO country of the bill. */
  country: string;
  /** Enter was pressed in a field of the card. */
  onEnter?: () => void;
};

/** The card's fields, and the wallets that are offered in a country. */
export function CardOrWallet({ state: { card, authorized, authorize, setCardValid }, country, onEnter }: Props) {
  const { clientToken, retry } = useClientToken(country);
  useExposure(
    ...methodExperiments,
    ...(countryRow(country)?.sendsDeviceData ? (['uk-card-payment-provider'] as const) : []),
  );
  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = (type: WalletType) => ({
    clientToken,
    authorization: authorized[type],
    onAuthorized: (authorization: WalletAuthorization) => authorize(type, authorization),
  });
  return (
    <>
      <CardFields
        clientToken={clientToken}
        onRetry={retry}
        brands={offeredBrands(bootData())}
        withDeviceData={wantsDeviceData({ country, boot: bootData() })}
        onValidity={setCardValid}
        {...(onEnter && { onSubmitRequest: onEnter })}
        ref={card}
      />
      {offered.includes('PAYPAL') && <PayPalButton {...wallet('PAYPAL')} />}
      {offered.includes('VENMO') && <VenmoButton {...wallet('VENMO')} />}
    </>
  );
}
