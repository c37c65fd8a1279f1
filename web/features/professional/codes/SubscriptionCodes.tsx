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
  const [{ round, notice }, setSeen] = useState<{ round: number; notice: ReactNode }>({ round: 0, notice: null });
  const after = (said: ReactNode) => setSeen({ round: round + 1, notice: said });
  return (
    <ProPage heading={m.pro_codes_title()} lead={m.pro_codes_lead()}>
      <UnpaidOrders />
      <Fragment key={round}>{notice}</Fragment>
      <Bundles
        key={`bundles ${round}`}
        onBought={() => after(<PaidNotice title={m.pro_codes_paid_title()}>{m.pro_codes_paid()}</PaidNotice>)}
        onRefunded={(amount) =>
          after(<PaidNotice title={m.pro_back_done_title()}>{m.pro_back_done({ amount })}</PaidNotice>)
        }
        onKept={() => after(null)}
      />
    </ProPage>
  );
}

type Props = { onBought: () => void; onRefunded: (amount: string) => void; onKept: () => void };

function Bundles({ onBought, onRefunded, onKept }: Props) {
  const answer = useSignedInQuery('GET /v2/professional/code-bundles', {});
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <Skeleton shape="card" />;
  const { offers, bundles, billingCountry } = answer.data;
  const byPlan = Map.groupBy<number, BundleOffer>(offers, ({ packageId }) => packageId);
  return (
    <>
      <section className={layout.part} aria-labelledby="bought">
        <h2 id="bought">{m.pro_codes_bought()}</h2>
        {bundles.length === 0 && <p>{m.pro_codes_none()}</p>}
        {bundles.map((bundle) => (
          <BundleCard key={bundle.bundleId} bundle={bundle} onKept={onKept} onRefunded={onRefunded} />
        ))}
      </section>
      <section className={layout.part} aria-labelledby="buy">
        <h2 id="buy">{m.pro_codes_buy()}</h2>
        <BuyBundle offers={[...byPlan.values()]} country={billingCountry} onBought={onBought} />
      </section>
    </>
  );
}
