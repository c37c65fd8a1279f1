import type { PackageCard } from '#contract/api/packages.ts';
import { m } from '#messages/messages.js';
import { LiveRegion } from '#web/join-session/step-page/LiveRegion.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

type Props = { premium: PackageCard | null; onChoose: (premium: PackageCard) => void };

/** Suggests Premium if the chosen options cost as much, because it includes all of them. */
export function PremiumHint({ premium, onChoose }: Props) {
  return (
    <LiveRegion>
      {premium && (
        <Notice>
          <h2>{m.build_your_own_premium_title({ name: premium.displayName, price: premium.totalPriceFormatted })}</h2>
          <p>{m.build_your_own_premium_text()}</p>
          <span>
            <Button variant="quiet" onClick={() => onChoose(premium)}>
              {m.build_your_own_premium_choose({ name: premium.displayName })}
            </Button>
          </span>
        </Notice>
      )}
    </LiveRegion>
  );
}
