import { useState } from 'react';
import { type BundleOffer, listCodeBundles } from '#contract/api/code-bundles.ts';
import { m } from '#messages/messages.js';
import { useAnswer } from '../../api/use-answer.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import style from '../pro.module.css';
import { LoadTrouble, ProPage } from '../ProPage.tsx';
import { BundleCard } from './BundleCard.tsx';
import { BuyBundle } from './BuyBundle.tsx';

/** Codes in bundles: buy, see once, and watch where they go. */
export function Screen() {
  const [round, setRound] = useState(0);
  return (
    <ProPage heading={m.pro_codes_title()} lead={m.pro_codes_lead()}>
      <Bundles key={round} onChanged={() => setRound((count) => count + 1)} />
    </ProPage>
  );
}

function Bundles({ onChanged }: { onChanged: () => void }) {
  const answer = useAnswer(listCodeBundles, {});
  if (answer.state === 'failed') return <LoadTrouble problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <Skeleton shape="card" />;
  const { offers, bundles, billingCountry } = answer.data;
  const byPlan = Map.groupBy<number, BundleOffer>(offers, ({ packageId }) => packageId);
  return (
    <>
      <section className={style.part} aria-labelledby="bought">
        <h2 id="bought">{m.pro_codes_bought()}</h2>
        {bundles.length === 0 && <p>{m.pro_codes_none()}</p>}
        {bundles.map((bundle) => (
          <BundleCard key={bundle.bundleId} bundle={bundle} onKept={onChanged} />
        ))}
      </section>
      <section className={style.part} aria-labelledby="buy">
        <h2 id="buy">{m.pro_codes_buy()}</h2>
        <BuyBundle offers={[...byPlan.values()]} country={billingCountry} onBought={onChanged} />
      </section>
    </>
  );
}
