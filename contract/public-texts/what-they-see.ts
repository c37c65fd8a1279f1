import type { PublicText } from './public-text.ts';

export const whatTheySee: PublicText = {
  en: {
    title: 'What is shown',
    heading: 'What your co-parent sees',
    lead: 'It is the same for both of you.',
    sections: [
      {
        heading: 'They see',
        paragraphs: [],
        list: [
          'your first and last name',
          "your children's names, and an email address you give for a child",
          'which plan you have, and whether theirs is paid',
          'what you share in the app',
        ],
      },
      {
        heading: 'They do not see',
        paragraphs: [],
        list: [
          'your home address, phone number and email address',
          'how you pay, your receipts and your bank',
          'when you log in, from where, and on which device',
          'how we may reach you',
        ],
      },
      {
        heading: 'Neither can act for the other',
        paragraphs: [
          'Each of you has an account of your own. Cancelling, a refund or closing an account changes what is your own, and nothing of the other.',
        ],
      },
    ],
  },
  es: {
    title: 'Qué se muestra',
    heading: 'Qué ve el otro padre o madre',
    lead: 'Es igual para ambos.',
    sections: [
      {
        heading: 'Ve',
        paragraphs: [],
        list: [
          'su nombre y apellido',
          'los nombres de sus hijos, y el correo que usted dé para un hijo',
          'qué plan tiene usted, y si el suyo está pagado',
          'lo que usted comparte en la aplicación',
        ],
      },
      {
        heading: 'No ve',
        paragraphs: [],
        list: [
          'su domicilio, su teléfono ni su correo',
          'cómo paga, sus recibos ni su banco',
          'cuándo inicia sesión, desde dónde ni en qué dispositivo',
          'cómo podemos comunicarnos con usted',
        ],
      },
      {
        heading: 'Nadie puede actuar por el otro',
        paragraphs: [
          'Cada quien tiene su propia cuenta. Cancelar, pedir un reembolso o cerrar una cuenta cambia lo propio y nada del otro.',
        ],
      },
    ],
  },
};
