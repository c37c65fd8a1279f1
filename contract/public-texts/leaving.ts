import type { PublicText } from './public-text.ts';

export const leaving: PublicText = {
  en: {
    title: 'Leaving quickly',
    heading: 'Leaving quickly',
    lead: '“Leave quickly”, at the top of every page, closes this site at once. Pressing Escape three times in a row does the same.',
    sections: [
      {
        heading: 'What it does',
        paragraphs: [],
        list: [
          'The page disappears, and an ordinary page of another site takes its place.',
          'What you typed but had not saved is gone from this browser. What was paid stays paid.',
          'You are logged out, in every tab. Your account asks for your password again.',
          'The Back button does not bring this site back.',
        ],
      },
      {
        heading: 'What stays in the browser',
        paragraphs: [
          'The pages you saw before stay in the history of this browser, by their address and a short title. No site can remove them; you can.',
          "Cookies of this site stay too. None of them names you or opens your account. One of them lets us recognize this browser, so that strangers who try to guess your password can't lock you out. The others hold your language, your answer about storage, a number for counting visits, and that you left. If you have just logged in to another app of ours or asked for a code, what ties that to this browser stays too, for an hour at most.",
        ],
        list: [
          'On a computer: press Ctrl + H (on a Mac: Command + Y), search for the name of this site, and delete what you find. Deleting the whole history draws more attention than deleting a few lines.',
          'On a phone: open the menu of the browser, then History, and remove the lines one by one.',
          'To remove the cookies: open the settings of the browser, then Cookies or Site data, search for the name of this site, and delete what you find.',
          'Next time, a private window keeps neither. Close it when you are done.',
        ],
        links: [{ to: '/storage', text: 'Each cookie, and how long it stays' }],
      },
      {
        heading: 'What no button can hide',
        paragraphs: [
          'Someone who has set up a program to watch this device, or who can open your email, may still see that you were here. If you fear that, use a device that the other person has never had.',
        ],
      },
    ],
  },
  es: {
    title: 'Salir rápido',
    heading: 'Salir rápido: qué hace y qué queda',
    lead: '“Salir rápido”, arriba en cada página, cierra este sitio de inmediato. Presionar Escape tres veces seguidas hace lo mismo.',
    sections: [
      {
        heading: 'Qué hace',
        paragraphs: [],
        list: [
          'La página desaparece y una página cualquiera de otro sitio toma su lugar.',
          'Lo que escribió y no había guardado se borra de este navegador. Lo pagado sigue pagado.',
          'Se cierra su sesión en todas las pestañas. Su cuenta vuelve a pedir la contraseña.',
          'El botón Atrás no vuelve a mostrar este sitio.',
        ],
      },
      {
        heading: 'Qué queda en el navegador',
        paragraphs: [
          'Las páginas que vio antes quedan en el historial de este navegador, con su dirección y un título corto. Ningún sitio puede quitarlas; usted sí.',
          'También quedan cookies de este sitio. Ninguna dice el nombre de usted ni abre su cuenta. Con una de ellas reconocemos este navegador, para que quien pruebe contraseñas no le deje a usted sin acceso. Las demás guardan su idioma, su respuesta sobre el almacenamiento, un número para contar visitas y que usted salió. Si acaba de iniciar sesión en otra de nuestras aplicaciones o de pedir un código, también queda, una hora como máximo, lo que lo vincula a este navegador.',
        ],
        list: [
          'En una computadora: presione Ctrl + H (en Mac: Comando + Y), busque el nombre de este sitio y borre lo que encuentre. Borrar todo el historial llama más la atención que borrar unas líneas.',
          'En un teléfono: abra el menú del navegador, luego Historial, y quite las líneas una por una.',
          'Para quitar las cookies: abra la configuración del navegador, luego Cookies o Datos de sitios, busque el nombre de este sitio y borre lo que encuentre.',
          'La próxima vez, una ventana privada no guarda ni lo uno ni lo otro. Ciérrela al terminar.',
        ],
        links: [{ to: '/storage', text: 'Cada cookie y cuánto tiempo queda' }],
      },
      {
        heading: 'Lo que ningún botón puede ocultar',
        paragraphs: [
          'Quien haya instalado un programa que vigila este dispositivo, o pueda abrir su correo, quizá vea de todos modos que estuvo aquí. Si lo teme, use un dispositivo que la otra persona nunca haya tenido.',
        ],
      },
    ],
  },
};
