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
          'You get the plan that you chose for the time that you paid for. Each parent has a plan and an account of their own.',
        ],
      },
      {
        heading: 'Price and renewal',
        paragraphs: [
          'You pay the amount that stands beside the button you press, in US dollars. A plan renews each year for the price that we tell you at least thirty days before, until you cancel.',
        ],
        links: [{ to: '/how-to-cancel', text: 'How to cancel' }],
      },
      {
        heading: 'Money back',
        paragraphs: [
          'Your first payment is given back in full if you ask within 30 days. What the law of your country gives you beyond that stays as it is.',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'Keep your password to yourself. Do not use the service to threaten or deceive; we may close an account that does. You can close yours at any time in Settings.',
        ],
      },
      {
        heading: 'When these terms change',
        paragraphs: [
          'We tell you before, and your account shows what you agreed to and what has changed since. Changes hold from your next renewal, and not for what you have paid.',
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
          'Usted paga el monto que está junto al botón que presiona, en dólares estadounidenses. Un plan se renueva cada año por el precio que le decimos al menos treinta días antes, hasta que usted lo cancele.',
        ],
        links: [{ to: '/how-to-cancel', text: 'Cómo cancelar' }],
      },
      {
        heading: 'Devolución',
        paragraphs: [
          'Su primer pago se devuelve completo si lo pide dentro de 30 días. Lo que la ley de su país le dé además queda como está.',
        ],
      },
      {
        heading: 'Su cuenta',
        paragraphs: [
          'Guarde su contraseña para usted. No use el servicio para amenazar ni engañar; podemos cerrar una cuenta que lo haga. Puede cerrar la suya en cualquier momento en Configuración.',
        ],
      },
      {
        heading: 'Cuando cambian estos términos',
        paragraphs: [
          'Se lo decimos antes, y su cuenta muestra lo que usted aceptó y lo que ha cambiado desde entonces. Los cambios valen desde su próxima renovación, y no para lo que ya pagó.',
        ],
      },
    ],
  },
};
