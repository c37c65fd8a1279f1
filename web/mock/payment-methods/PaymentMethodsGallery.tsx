import { useRef, useState } from 'react';
import { type WalletType, walletNames } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import { changeLanguage, useLanguage } from '#web/i18n/language.ts';
import { CardFields, type CardFieldsHandle, type CardProblem } from '#web/payment-methods/card/CardFields.tsx';
import { cardRefusalText } from '#web/payment-methods/card/card-texts.ts';
import type { ClientTokenState } from '#web/payment-methods/payment-method.ts';
import { type WalletAuthorization, WalletButton } from '#web/payment-methods/WalletButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

const wallets = Object.keys(walletNames) as WalletType[];

/** Every payment method in operation, for development and for their tests. Its own texts are not translated. */
export function PaymentMethodsGallery({ clientToken }: { clientToken: string | null }) {
  const language = useLanguage();
  const card = useRef<CardFieldsHandle>(null);
  const [isValid, setValid] = useState(false);
  const [said, setSaid] = useState('');
  const [problems, setProblems] = useState<CardProblem[]>([]);
  const [approvals, setApprovals] = useState<Partial<Record<WalletType, WalletAuthorization>>>({});
  const [totalCents, setTotalCents] = useState(14_400);
  const token: ClientTokenState =
    clientToken === null ? { status: 'failed' } : { status: 'ready', clientToken, authentication: 'if_asked' };

  const tokenize = async () => {
    const outcome = await card.current?.tokenize({
      cardholderName: 'Marta Ruiz',
      billing: { postalCode: '55401', countryCodeAlpha2: 'US' },
    });
    setProblems(outcome?.ok === false ? (card.current?.showProblems()() ?? []) : []);
    setSaid(outcome?.ok === false ? (cardRefusalText(outcome) ?? outcome.code) : JSON.stringify(outcome));
  };
  const authenticate = async () => {
    const asked = {
      amountCents: totalCents,
      email: 'marta@example.com',
      holder: { firstName: 'María José', lastName: 'Núñez' },
      billing: async () => ({ locality: 'London', region: 'ENG', countryCodeAlpha2: 'GB' }),
      challenge: true,
      isStored: false,
    };
    const outcome = await card.current?.authenticate({ nonce: 'typed', bin: '400000' }, asked);
    setSaid(JSON.stringify(outcome));
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
      <Button variant="link" onClick={() => void authenticate()}>
        Authenticate
      </Button>
      <output data-valid={isValid}>{said}</output>
      {wallets.map((wallet) => (
        <WalletButton
          key={wallet}
          wallet={wallet}
          clientToken={token}
          order={{ totalCents, renewals: [{ amount: 14_400, date: '2027-11-23' }] }}
          authorization={approvals[wallet] ?? null}
          onAuthorized={(approval) => setApprovals((before) => ({ ...before, [wallet]: approval }))}
        />
      ))}
      <output data-nonces={JSON.stringify(approvals)} />
      <Button variant="link" onClick={() => setTotalCents(28_800)}>
        Another total
      </Button>
      <Button variant="link" onClick={() => changeLanguage(language === 'en' ? 'es' : 'en')}>
        {language === 'en' ? 'Español' : 'English'}
      </Button>
    </main>
  );
}
