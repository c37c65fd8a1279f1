import type { PublicText } from './public-text.ts';

export const terms: PublicText = {
  en: {
    title: 'Terms',
    heading: 'Terms & Conditions',
    lead: 'What we promise each other when you have an account.',
    sections: [
      {
        heading: 'The service',
        paragraphs: [
          'You get the plan you chose for the time you paid for. Each parent has their own plan and their own account.',
        ],
      },
      {
        heading: 'Price and renewal',
        paragraphs: [
          'You pay the amount shown with the button you select, in US dollars. A plan renews each year for the price we tell you at least thirty days before, until you cancel.',
        ],
        links: [{ to: '/how-to-cancel', text: 'How to cancel' }],
      },
      {
        heading: 'Refunds',
        paragraphs: [
          'We refund your first payment in full if you ask within 30 days, and the payment of a renewal if you ask within 14. Any further rights under the law of your country are not affected.',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'Keep your password to yourself. Do not use the service to threaten or deceive; we may close an account that does. You can close yours at any time in your account, under Privacy and data.',
        ],
      },
      {
        heading: 'When these terms change',
        paragraphs: [
          'We tell you before. Your account shows what you agreed to and what has changed since. Changes apply from your next renewal, and not to what you have paid.',
        ],
      },
    ],
  },
  es: {
    title: 'Términos',
    heading: 'Términos y condiciones',
    lead: 'Lo que nos prometemos cuando usted tiene una cuenta.',
    sections: [
      {
        heading: 'El servicio',
        paragraphs: [
          'Usted recibe el plan que eligió por el tiempo que pagó. Cada padre o madre tiene su propio plan y su propia cuenta.',
        ],
      },
      {
        heading: 'Precio y renovación',
        paragraphs: [
          'Usted paga el monto que aparece con el botón que selecciona, en dólares estadounidenses. Un plan se renueva cada año por el precio que le decimos al menos treinta días antes, hasta que usted lo cancele.',
        ],
        links: [{ to: '/how-to-cancel', text: 'Cómo cancelar' }],
      },
      {
        heading: 'Reembolsos',
        paragraphs: [
          'Le reembolsamos por completo su primer pago si lo pide dentro de 30 días, y el pago de una renovación si lo pide dentro de 14. Los demás derechos que le da la ley de su país no cambian.',
        ],
      },
      {
        heading: 'Su cuenta',
        paragraphs: [
          'No comparta su contraseña. No use el servicio para amenazar ni engañar; podemos cerrar una cuenta que lo haga. Puede cerrar la suya en cualquier momento en su cuenta, en Privacidad y datos.',
        ],
      },
      {
        heading: 'Cuando cambian estos términos',
        paragraphs: [
          'Se lo decimos antes. Su cuenta muestra lo que usted aceptó y lo que ha cambiado desde entonces. Los cambios se aplican desde su próxima renovación, y no a lo que ya pagó.',
        ],
      },
    ],
  },
};
