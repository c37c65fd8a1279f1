import { countryRow } from '#contract/fields/countries.ts';
import type { WalletType } from '#contract/sign-up/payment-types.ts';
import { useExposure } from '#web/analytics/use-exposure.ts';
import { CardFields } from '#web/payment-methods/card/CardFields.tsx';
import type { WalletOrder } from '#web/payment-methods/payment-method.ts';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';
import { bootData } from '#web/site/boot.ts';
import { useClientToken } from '../use-client-token.ts';
import { methodExperiments, offeredBrands, offeredMethods, wantsDeviceData } from './offered-methods.ts';
import type { CardOrWalletState } from './use-card-or-wallet.ts';
import { WithWallets } from './WithWallets.tsx';

type Props = {
  state: CardOrWalletState;
  /** ISO country of the bill. */
  country: string;
  /** The total and the renewals; null while unknown. */
  order: WalletOrder | null;
  /** Enter was pressed in a card field. */
  onEnter?: () => void;
};

/** The card fields and the wallets offered in a country. */
export function CardOrWallet({ state: { card, approvals, authorize, setCardValid }, country, order, onEnter }: Props) {
  const { clientToken, retry } = useClientToken(country);
  useExposure(
    ...methodExperiments,
    ...(countryRow(country)?.sendsDeviceData ? (['uk-card-payment-provider'] as const) : []),
  );
  const offered = offeredMethods({ country, boot: bootData() });
  const wallet = (type: WalletType) => ({
    clientToken,
    order,
    authorization: approvals[type],
    onAuthorized: (authorization: WalletAuthorization) => authorize(type, authorization),
  });
  return (
    <WithWallets offered={offered} wallet={wallet}>
      <CardFields
        clientToken={clientToken}
        onRetry={retry}
        brands={offeredBrands(bootData())}
        withDeviceData={wantsDeviceData({ country, boot: bootData() })}
        onValidity={setCardValid}
        {...(onEnter && { onSubmitRequest: onEnter })}
        ref={card}
      />
    </WithWallets>
  );
}
