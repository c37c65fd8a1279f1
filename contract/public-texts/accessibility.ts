import type { PublicText } from './public-text.ts';

export const accessibility: PublicText = {
  en: {
    title: 'Accessibility',
    heading: 'Accessibility',
    lead: 'Everyone should be able to sign up, pay and cancel here without help.',
    contacts: true,
    sections: [
      {
        heading: 'What we build to',
        paragraphs: [
          'The Web Content Accessibility Guidelines 2.2, level AA. Every screen is checked in every state, in both languages, before it is released: by keyboard alone, at 320 pixels wide, light and dark.',
        ],
      },
      {
        heading: 'What we know is missing',
        paragraphs: [
          "The card fields and the windows of wallets come from the payment company, and a bank may show its own page. We can't change those. If they don't work for you, tell us, and we'll find another way with you.",
        ],
      },
      {
        heading: "If something doesn't work for you",
        paragraphs: [
          "Tell us what you tried and with what. We answer within two business days, and we'll do it with you.",
        ],
      },
    ],
  },
  es: {
    title: 'Accesibilidad',
    heading: 'Accesibilidad de este sitio',
    lead: 'Toda persona debe poder registrarse, pagar y cancelar aquí sin ayuda.',
    contacts: true,
    sections: [
      {
        heading: 'Qué norma seguimos',
        paragraphs: [
          'Las Pautas de Accesibilidad para el Contenido Web 2.2, nivel AA. Cada pantalla se revisa en todos sus estados y en ambos idiomas antes de publicarse: solo con teclado, a 320 píxeles de ancho, clara y oscura.',
        ],
      },
      {
        heading: 'Qué sabemos que falta',
        paragraphs: [
          'Los campos de la tarjeta y las ventanas de las billeteras son de la empresa de pagos, y un banco puede mostrar su propia página; no podemos cambiarlos. Si no le funcionan, díganoslo y buscaremos otra manera con usted.',
        ],
      },
      {
        heading: 'Si algo no le funciona',
        paragraphs: ['Díganos qué intentó y con qué. Respondemos en dos días hábiles y lo haremos junto con usted.'],
      },
    ],
  },
};
