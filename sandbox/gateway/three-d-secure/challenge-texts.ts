export type ChallengeLanguage = 'en' | 'es';

export type ChallengeTexts = {
  title: string;
  sandbox: string;
  intro: string;
  amount: string;
  card: string;
  confirm: string;
  refuse: string;
  close: string;
  timeOut: string;
  waiting: string;
};

export const challengeTexts: Record<ChallengeLanguage, ChallengeTexts> = {
  en: {
    title: 'Is this payment yours?',
    sandbox: 'Sandbox: no real bank, no real money',
    intro: "Your bank wants to be sure it's you who is paying.",
    amount: 'Amount',
    card: 'Card ending in',
    confirm: 'Confirm',
    refuse: "It's not me",
    close: 'Close without answering',
    timeOut: 'Let the time run out',
    waiting: 'Asking your bank…',
  },
  es: {
    title: '¿Este pago es suyo?',
    sandbox: 'Entorno de prueba: sin banco real ni dinero real',
    intro: 'Su banco quiere asegurarse de que es usted quien paga.',
    amount: 'Monto',
    card: 'Tarjeta que termina en',
    confirm: 'Confirmar',
    refuse: 'No soy yo',
    close: 'Cerrar sin responder',
    timeOut: 'Dejar que se acabe el tiempo',
    waiting: 'Consultando con su banco…',
  },
};
