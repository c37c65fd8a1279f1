import type { PublicText } from './public-text.ts';

export const privacy: PublicText = {
  en: {
    title: 'Privacy',
    heading: 'Privacy Policy',
    lead: 'What we know about you, why, for how long, and who else does.',
    sections: [
      {
        heading: 'What we keep',
        paragraphs: [
          "Your name, email, phone number and billing address, your children's names, what you bought and when, and what you agreed to. We never see your card number: the payment company has it.",
        ],
      },
      {
        heading: 'What for',
        paragraphs: [
          'To give you what you paid for, to write to you about it, to keep the books the law requires, and to protect your account. We count visits only where you allow it, and sell nothing to anyone.',
        ],
        links: [{ to: '/storage', text: 'What this site keeps on your device' }],
      },
      {
        heading: 'Who else has it',
        paragraphs: [
          'The companies that take payments, send emails and texts, and run our servers, each only what it needs for its task. Your co-parent sees your name and what you share.',
        ],
        links: [{ to: '/what-they-see', text: 'What your co-parent sees' }],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'In your account you can download everything, change how we may reach you, withdraw a consent and close your account. Thirty days after that, we forget who you are. We keep invoices and proofs of consent for as long as the law requires.',
        ],
      },
    ],
  },
  es: {
    title: 'Privacidad',
    heading: 'Política de privacidad',
    lead: 'Qué sabemos de usted, para qué, por cuánto tiempo y quién más lo sabe.',
    sections: [
      {
        heading: 'Qué guardamos',
        paragraphs: [
          'Su nombre, correo, teléfono y dirección de facturación, los nombres de sus hijos, qué compró y cuándo, y lo que aceptó. Nunca vemos el número de su tarjeta: lo tiene la empresa de pagos.',
        ],
      },
      {
        heading: 'Para qué',
        paragraphs: [
          'Para darle lo que pagó, escribirle al respecto, llevar los libros que la ley exige y proteger su cuenta. Contamos visitas solo donde usted lo permite, y no vendemos nada a nadie.',
        ],
        links: [{ to: '/storage', text: 'Qué guarda este sitio en su dispositivo' }],
      },
      {
        heading: 'Quién más los tiene',
        paragraphs: [
          'Las empresas que cobran pagos, envían correos y mensajes y operan nuestros servidores, cada una solo lo que su tarea necesita. El otro padre o madre ve el nombre de usted y lo que usted comparte.',
        ],
        links: [{ to: '/what-they-see', text: 'Qué ve el otro padre o madre' }],
      },
      {
        heading: 'Sus derechos',
        paragraphs: [
          'En su cuenta puede descargar todo, cambiar cómo podemos comunicarnos con usted, retirar un consentimiento y cerrar su cuenta. Treinta días después olvidamos quién es usted; conservamos las facturas y las pruebas de consentimiento el tiempo que exige la ley.',
        ],
      },
    ],
  },
};
