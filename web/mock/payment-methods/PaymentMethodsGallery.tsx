import { useRef, useState } from 'react';
import { m } from '#messages/messages.js';
import { changeLanguage, useLanguage } from '#web/i18n/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CardFields, type CardFieldsHandle, type CardProblem } from '#web/payment-methods/card/CardFields.tsx';
import { cardRefusalText } from '#web/payment-methods/card/card-texts.ts';
import type { ClientTokenState } from '#web/payment-methods/payment-method.ts';
import { PayPalButton } from '#web/payment-methods/paypal/PayPalButton.tsx';
import { VenmoButton } from '#web/payment-methods/venmo/VenmoButton.tsx';
import type { WalletAuthorization } from '#web/payment-methods/WalletButton.tsx';

/**
 * Every payment method at work, for looking at them and for their tests. Development only: its own words are not
 * translated.
 */
export function PaymentMethodsGallery({ clientToken }: { clientToken: string | null }) {
  const language = useLanguage();
  const card = useRef<CardFieldsHandle>(null);
  const [isValid, setValid] = useState(false);
  const [said, setSaid] = useState('');
  const [problems, setProblems] = useState<CardProblem[]>([]);
  const [payPal, setPayPal] = useState<WalletAuthorization | null>(null);
  const [venmo, setVenmo] = useState<WalletAuthorization | null>(null);
  const token: ClientTokenState = clientToken === null ? { status: 'failed' } : { status: 'ready', clientToken };

  const tokenize = async () => {
    const outcome = await card.current?.tokenize({
      cardholderName: 'Marta Ruiz',
      billing: { postalCode: '55401', countryCodeAlpha2: 'US' },
    });
    setProblems(outcome?.ok === false ? (card.current?.showProblems() ?? []) : []);
    setSaid(outcome?.ok === false ? (cardRefusalText(outcome) ?? outcome.code) : JSON.stringify(outcome));
  };
  return (
    <main
      style={{ width: '100%', maxWidth: '36rem', margin: '0 auto', padding: '24px 16px', display: 'grid', gap: '24px' }}
    >
      <h1>Payment methods</h1>
      <Card>
        <CardFields
          clientToken={token}
          onRetry={() => setSaid('retry')}
          onValidity={setValid}
          onSubmitRequest={() => void tokenize()}
          ref={card}
        />
      </Card>
      <ul>
        {problems.map(({ path, id, text }) => (
          <li key={path}>
            <a href={`#${id}`} onClick={(event) => (event.preventDefault(), document.getElementById(id)?.focus())}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      <Button onClick={() => void tokenize()}>{m.payment_methods_card()}</Button>
      <output data-valid={isValid}>{said}</output>
      <PayPalButton clientToken={token} authorization={payPal} onAuthorized={setPayPal} />
      <VenmoButton clientToken={token} authorization={venmo} onAuthorized={setVenmo} />
      <output data-paypal={payPal?.nonce} data-venmo={venmo?.nonce} />
      <Button variant="link" onClick={() => changeLanguage(language === 'en' ? 'es' : 'en')}>
        {language === 'en' ? 'Español' : 'English'}
      </Button>
    </main>
  );
}
