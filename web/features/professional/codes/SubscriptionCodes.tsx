import { Fragment, type ReactNode, useState } from 'react';
import type { BundleOffer } from '#contract/api/code-bundles.ts';
import { m } from '#messages/messages.js';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import layout from '#web/ui/layout.module.css';
import { LoadError } from '#web/problems/LoadError.tsx';
import { PaidNotice } from '../payment/PaidNotice.tsx';
import { UnpaidOrders } from '../payment/UnpaidOrders.tsx';
import { ProPage } from '../ProPage.tsx';
import { BundleCard } from './BundleCard.tsx';
import { BuyBundle } from './BuyBundle.tsx';

/** Codes in bundles: buy, see once, and watch where they go. */
export function Screen() {
  const [{ round, notice }, setSaid] = useState<{ round: number; notice: ReactNode }>({ round: 0, notice: null });
  const say = (said: ReactNode) => setSaid((before) => ({ round: before.round + 1, notice: said }));
  return (
    <ProPage heading={m.pro_codes_title()} lead={m.pro_codes_lead()}>
      <UnpaidOrders />
      <Fragment key={round}>{notice}</Fragment>
      <Bundles
        onBought={() => say(<PaidNotice title={m.pro_codes_paid_title()}>{m.pro_codes_paid()}</PaidNotice>)}
        onRefunded={(amount) =>
          say(<PaidNotice title={m.pro_back_done_title()}>{m.pro_back_done({ amount })}</PaidNotice>)
        }
        onKept={() => say(null)}
      />
    </ProPage>
  );
}

type Props = { onBought: () => void; onRefunded: (amount: string) => void; onKept: () => void };

/** What changes is asked for anew while it stays in sight: somebody may be reading codes in it, or deciding. */
function Bundles({ onBought, onRefunded, onKept }: Props) {
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
  const refunded = async (amount: string) => {
    await answer.refresh();
    onRefunded(amount);
  };
  const kept = () => {
    onKept();
    return answer.refresh();
  };
  return (
    <>
      <section className={layout.part} aria-labelledby="bought">
        <h2 id="bought">{m.pro_codes_bought()}</h2>
        {bundles.length === 0 && <p>{m.pro_codes_none()}</p>}
        {bundles.map((bundle) => (
          <BundleCard key={bundle.bundleId} bundle={bundle} onKept={kept} onRefunded={refunded} />
        ))}
      </section>
      <section className={layout.part} aria-labelledby="buy">
        <h2 id="buy">{m.pro_codes_buy()}</h2>
        <BuyBundle key={purchases} offers={[...byPlan.values()]} country={billingCountry} onBought={bought} />
      </section>
    </>
  );
}
