import type { PublicText } from './public-text.ts';

export const help: PublicText = {
  en: {
    title: 'Help',
    heading: 'Help',
    lead: "The questions people ask most. If yours isn't here, ask us: a person answers.",
    contacts: true,
    sections: [
      {
        heading: 'Signing up',
        paragraphs: [
          'You give your details, invite your co-parent if you want to, choose a plan and pay. It takes about five minutes, and you see the full price before you pay.',
          'You can stop at any step. Nothing is charged before you select the button that names the amount.',
        ],
      },
      {
        heading: 'Paying, renewing, canceling',
        paragraphs: [
          'A plan renews each year until you cancel. Thirty days before, we write to you with the date and the amount.',
          'You can get a full refund of your first payment within 30 days, and of a renewal within 14: log in and open Billing.',
        ],
        links: [{ to: '/how-to-cancel', text: 'How to cancel' }],
      },
      {
        heading: 'Logging in',
        paragraphs: ['Forgot your password or username? We help you back in.'],
        links: [
          { to: '/forgot-password', text: 'Forgot your password?' },
          { to: '/forgot-username', text: 'Forgot your username?' },
        ],
      },
      {
        heading: 'Your safety',
        paragraphs: [
          'Every page has a button that leaves at once. Your address, phone number and email are never shown to your co-parent.',
        ],
        links: [
          { to: '/leaving', text: 'What leaving quickly does' },
          { to: '/what-they-see', text: 'What your co-parent sees' },
        ],
      },
    ],
  },
  es: {
    title: 'Ayuda',
    heading: 'Ayuda: lo que más se pregunta',
    lead: 'Las preguntas más frecuentes. Lo que no esté aquí, pregúntenoslo: le responde una persona.',
    contacts: true,
    sections: [
      {
        heading: 'Registrarse',
        paragraphs: [
          'Usted da sus datos, invita al otro padre o madre si lo desea, elige un plan y paga. Toma unos cinco minutos, y usted ve el precio completo antes de pagar.',
          'Puede detenerse en cualquier paso. No se le cobra nada antes de que seleccione el botón que indica el monto.',
        ],
      },
      {
        heading: 'Pagar, renovar, cancelar',
        paragraphs: [
          'Un plan se renueva cada año hasta que usted lo cancele. Treinta días antes le escribimos con la fecha y el monto.',
          'Puede obtener el reembolso completo de su primer pago dentro de 30 días, y de una renovación dentro de 14: inicie sesión y abra Facturación.',
        ],
        links: [{ to: '/how-to-cancel', text: 'Cómo cancelar' }],
      },
      {
        heading: 'Iniciar sesión',
        paragraphs: ['¿Olvidó su contraseña o su nombre de usuario? Le ayudamos a entrar de nuevo.'],
        links: [
          { to: '/forgot-password', text: '¿Olvidó su contraseña?' },
          { to: '/forgot-username', text: '¿Olvidó su nombre de usuario?' },
        ],
      },
      {
        heading: 'Su seguridad',
        paragraphs: [
          'Cada página tiene un botón para salir de inmediato. La dirección, el teléfono y el correo de usted nunca se muestran al otro padre o madre.',
        ],
        links: [
          { to: '/leaving', text: 'Qué hace Salir rápido' },
          { to: '/what-they-see', text: 'Qué ve el otro padre o madre' },
        ],
      },
    ],
  },
};
