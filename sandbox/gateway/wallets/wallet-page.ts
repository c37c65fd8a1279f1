import { type WalletLanguage, type WalletName, walletNames, walletTexts } from './wallet-texts.ts';

const accounts: readonly WalletName[] = ['paypal', 'venmo'];
const sheets: readonly WalletName[] = ['apple-pay', 'google-pay'];

/** The choices of the radio buttons; `wallets` limits a choice to some wallets. */
type Choice = {
  value: string;
  text: Exclude<keyof typeof walletTexts.en, 'title' | 'intro'>;
  wallets: readonly WalletName[];
};

const choices: readonly Choice[] = [
  { value: 'usual', text: 'usual', wallets: accounts },
  { value: 'usual', text: 'usualCard', wallets: sheets },
  { value: 'one-time', text: 'oneTime', wallets: ['paypal'] },
  { value: 'declines', text: 'declines', wallets: accounts },
  { value: 'declines', text: 'declinedCard', wallets: sheets },
  { value: 'broken', text: 'broken', wallets: [...accounts, ...sheets] },
];

type Window = { wallet: WalletName; origin: string; request: string; language: WalletLanguage };

/** `origin` and `request` must be validated by the caller: they are inserted unescaped. */
export function walletPage({ wallet, origin, request, language }: Window): string {
  const texts = walletTexts[language];
  const name = walletNames[wallet];
  const inSheet = sheets.includes(wallet);
  const radios = choices
    .filter(({ wallets }) => wallets.includes(wallet))
    .map(
      ({ value, text }, index) =>
        `<label><input type="radio" name="choice" value="${value}"${index === 0 ? ' checked' : ''}><span>${texts[text]}</span></label>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title(name)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/wallets/style.css">
<script type="module" src="/wallets/scripts/wallet-window.ts"></script>
</head>
<body data-wallet="${wallet}" data-page-origin="${origin}" data-request="${request}">
<header>${texts.sandbox}</header>
<main>
<h1 tabindex="-1">${texts.title(name)}</h1>
${inSheet ? `<section aria-label="${texts.pays}"><p>${texts.pays}</p><dl id="lines"></dl></section>` : `<p>${texts.intro(name)}</p>`}
<p id="status" role="status" data-failed="${texts.failed}" data-orphan="${texts.orphan}">${texts.waiting}</p>
<form hidden>
<fieldset><legend>${inSheet ? texts.card : texts.account}</legend>
${radios}
</fieldset>
<div class="actions"><button id="approve">${texts.approve}</button><button id="cancel" type="button" class="quiet">${texts.cancel}</button></div>
</form>
</main>
</body>
</html>`;
}
