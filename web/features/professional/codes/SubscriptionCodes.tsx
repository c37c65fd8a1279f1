import { Fragment, type ReactNode, useState } from 'react';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import layout from '#web/ui/layout.module.css';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ProPage } from '../ProPage.tsx';
import { PaidNotice } from '../payment/PaidNotice.tsx';
import { UnpaidOrders } from '../payment/UnpaidOrders.tsx';
import { BundleCard } from './BundleCard.tsx';
import { BuyBundle } from './BuyBundle.tsx';

/** Code bundles: buying, showing the codes once, and their uses. */
export function Screen() {
  const [{ updates, notice }, setStatus] = useState<{ updates: number; notice: ReactNode }>({
    updates: 0,
    notice: null,
  });
  const showNotice = (newNotice: ReactNode) =>
    setStatus((before) => ({ updates: before.updates + 1, notice: newNotice }));
  return (
    <ProPage heading={m.pro_codes_title()} lead={m.pro_codes_lead()}>
      <UnpaidOrders />
      <Fragment key={updates}>{notice}</Fragment>
      <Bundles
        onBought={() => showNotice(<PaidNotice title={m.pro_codes_paid_title()}>{m.pro_codes_paid()}</PaidNotice>)}
        onRefunded={(amount) =>
          showNotice(<PaidNotice title={m.pro_back_done_title()}>{m.pro_back_done({ amount })}</PaidNotice>)
        }
        onCodesStored={() => showNotice(null)}
      />
    </ProPage>
  );
}

type Props = { onBought: () => void; onRefunded: (amount: string) => void; onCodesStored: () => void };

/** After a change the list reloads while it stays visible, because somebody may be reading codes or deciding in it. */
function Bundles({ onBought, onRefunded, onCodesStored }: Props) {
  const answer = useSignedInQuery('GET /v2/professional/code-bundles', {});
  const [purchases, setPurchases] = useState(0);
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <Skeleton shape="card" />;
  const { offers, bundles, billingCountry } = answer.data;
  const byPlan = Map.groupBy<number, BundleOffer>(offers, ({ packageId }) => packageId);
  const bought = () => {
    setPurchases(purchases + 1);
    onBought();
    void answer.refresh();
  };
  const codesStored = () => {
    onCodesStored();
    return answer.refresh();
  };
  return (
    <>
      <section className={layout.part} aria-labelledby="bought">
        <h2 id="bought">{m.pro_codes_bought()}</h2>
        {bundles.length === 0 && <p>{m.pro_codes_none()}</p>}
        {bundles.map((bundle) => (
          <BundleCard
            key={bundle.bundleId}
            bundle={bundle}
            onCodesStored={codesStored}
            refresh={answer.refresh}
            onRefunded={onRefunded}
          />
        ))}
      </section>
      <section className={layout.part} aria-labelledby="buy">
        <h2 id="buy">{m.pro_codes_buy()}</h2>
        {offers.length === 0 ? (
          <p>{m.pro_codes_not_sold()}</p>
        ) : (
          <BuyBundle key={purchases} offers={[...byPlan.values()]} country={billingCountry} onBought={bought} />
        )}
      </section>
    </>
  );
}
