export const walletNames = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
} as const;
export type WalletName = keyof typeof walletNames;
export type WalletLanguage = 'en' | 'es';

const en = {
  title: (wallet: string) => `Approve with ${wallet}`,
  sandbox: 'Sandbox: no real account, no real money',
  intro: (wallet: string) => `Evenkeel asks to charge your ${wallet} account now and when your plan renews.`,
  account: 'Choose the account to try',
  usual: 'An account that works',
  oneTime: 'An account that allows one payment and cannot be kept for renewals',
  declines: 'An account whose payments are declined',
  card: 'Choose the card to try',
  usualCard: 'A card that works',
  declinedCard: 'A card that its bank declines',
  pays: 'You pay Evenkeel',
  broken: 'An approval that fails',
  approve: 'Approve',
  cancel: 'Cancel',
  waiting: 'Connecting to the page that opened this window…',
  failed: 'The approval did not go through. Nothing was charged. Try again, or cancel.',
  orphan: 'This window was not opened from the payment page. Close it, go back there and try again.',
};

const es: typeof en = {
  title: (wallet) => `Aprobar con ${wallet}`,
  sandbox: 'Entorno de prueba: sin cuenta real ni dinero real',
  intro: (wallet) => `Evenkeel solicita cobrar a su cuenta de ${wallet} ahora y cuando se renueve su plan.`,
  account: 'Elija la cuenta que quiere probar',
  usual: 'Una cuenta que funciona',
  oneTime: 'Una cuenta que permite un solo pago y no se puede guardar para renovaciones',
  declines: 'Una cuenta cuyos pagos se rechazan',
  card: 'Elija la tarjeta que quiere probar',
  usualCard: 'Una tarjeta que funciona',
  declinedCard: 'Una tarjeta que su banco rechaza',
  pays: 'Usted paga a Evenkeel',
  broken: 'Una aprobación que falla',
  approve: 'Aprobar',
  cancel: 'Cancelar',
  waiting: 'Conectando con la página que abrió esta ventana…',
  failed: 'La aprobación no se completó. No se le cobró nada. Intente de nuevo o cancele.',
  orphan:
    'Esta ventana no se abrió desde la página de pago. Ciérrela, vuelva a la página de pago y empiece desde allí.',
};

export const walletTexts: Record<WalletLanguage, typeof en> = { en, es };
