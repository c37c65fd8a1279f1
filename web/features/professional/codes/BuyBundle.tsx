import { useState } from 'react';
import type { PriceLine } from '#contract/api/prices.ts';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import fields from '#web/ui/form/fields.module.css';
import layout from '#web/ui/layout.module.css';
import { ProPayment } from '../payment/ProPayment.tsx';
import style from '../pro.module.css';

type Started = { bundleId: string; offer: BundleOffer };
type Props = { offers: readonly BundleOffer[][]; country: string; onBought: () => void };

/** Chooses and pays for a bundle, at the price shown when it was chosen. */
export function BuyBundle({ offers, country, onBought }: Props) {
  const [plan, setPlan] = useState(0);
  const [size, setSize] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const [started, setStarted] = useState<Started | null>(null);
  const sizes = offers[plan] ?? [];
  const chosen = sizes[size];

  const start = async () => {
    if (!chosen) return;
    setWaiting(true);
    const result = await call('POST /v2/professional/code-bundles', {
      body: { packageId: chosen.packageId, size: chosen.size },
    });
    setWaiting(false);
    if (!result.ok) return showError(result.problem);
    setStarted(result.data);
  };
  if (started)
    return (
      <PayBundle
        started={inCurrentLanguage(offers.flat(), started)}
        country={country}
        onBought={onBought}
        onOther={() => setStarted(null)}
      />
    );
  return (
    <div className={layout.part}>
      <fieldset className={style.fieldset}>
        <legend>{m.pro_codes_plan()}</legend>
        {offers.map(([offer], index) =>
          offer ? (
            <label key={offer.packageId} className={fields.choice}>
              <input type="radio" name="plan" checked={index === plan} onChange={() => setPlan(index)} />
              <span>{m.pro_codes_plan_option({ plan: offer.planName, price: offer.faceFormatted })}</span>
            </label>
          ) : null,
        )}
      </fieldset>
      <fieldset className={style.fieldset}>
        <legend>{m.pro_codes_size()}</legend>
        {sizes.map((offer, index) => (
          <label key={offer.size} className={fields.choice}>
            <input type="radio" name="size" checked={index === size} onChange={() => setSize(index)} />
            <span>
              {m.pro_codes_size_option({ size: offer.size, percent: offer.percentOff, total: offer.totalFormatted })}
              <span className={fields.detail}>{m.pro_codes_size_detail({ list: offer.listFormatted })}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Actions>
        <Button waiting={waiting} onClick={() => void start()}>
          {m.pro_codes_go_pay()}
        </Button>
      </Actions>
    </div>
  );
}

/** The price stays as chosen; the plan's name follows the current language. */
function inCurrentLanguage(offers: readonly BundleOffer[], { bundleId, offer }: Started): Started {
  const same = offers.find(({ packageId, size }) => packageId === offer.packageId && size === offer.size);
  return { bundleId, offer: { ...offer, planName: same?.planName ?? offer.planName } };
}

function linesOf({ packageId, size, planName, percentOff, faceCents, totalCents }: BundleOffer): PriceLine[] {
  const list = faceCents * size;
  const line = (kind: PriceLine['kind'], label: string, amount: number): PriceLine => ({
    kind,
    name: String(packageId),
    label,
    amount,
    amountFormatted: formatCents(amount),
  });
  return [
    line('PACKAGE', m.pro_codes_bundle({ size, plan: planName }), list),
    line('COUPON', m.pro_codes_discount({ size, percent: percentOff }), totalCents - list),
  ];
}

function PayBundle({
  started: { bundleId, offer },
  country,
  onBought,
  onOther,
}: {
  started: Started;
  country: string;
  onBought: () => void;
  onOther: () => void;
}) {
  return (
    <div className={style.columns}>
      <aside className={style.aside} aria-label={m.receipt_order_summary()}>
        <Card>
          <h2 ref={focusOnMount} tabIndex={-1}>
            {m.receipt_order_summary()}
          </h2>
          <PriceLines
            lines={linesOf(offer)}
            totalLabel={m.pro_pay_total()}
            totalFormatted={offer.totalFormatted}
            country={country}
          />
        </Card>
      </aside>
      <div className={layout.part}>
        <ProPayment
          subjectId={bundleId}
          country={country}
          totalCents={offer.totalCents}
          totalFormatted={offer.totalFormatted}
          pay={({ key, body: { method, agreedToTerms } }) =>
            call('POST /v2/professional/code-bundles/:bundleId/payments', {
              params: { bundleId },
              body: { payment: { amountDisplayed: offer.totalCents, ...method }, agreedToTerms },
              headers: { 'idempotency-key': key },
            })
          }
          read={(key) =>
            call('GET /v2/professional/code-bundles/:bundleId/payment', { params: { bundleId }, query: { key: key } })
          }
          onPaid={onBought}
          onQuote={onOther}
        />
        <div>
          <Button variant="link" onClick={onOther}>
            {m.pro_codes_choose_other()}
          </Button>
        </div>
      </div>
    </div>
  );
}
