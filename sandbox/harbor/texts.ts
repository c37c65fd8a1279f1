export type Language = 'en' | 'es';

/** What the calendar says, by language. */
export const texts = {
  en: {
    title: 'Harbor, the family calendar',
    welcome: 'One calendar for two homes.',
    logIn: 'Log in with Evenkeel',
    logOut: 'Log out',
    account: 'My Evenkeel account',
    hello: 'Hello, {name}',
    month: 'This week',
    locked: 'Your plan does not include the calendar.',
    upgrade: 'See what you can add',
    plan: 'Plan: {plan}, until {day}',
    noPlan: 'No plan right now',
    has: 'What you can do here',
    failed: 'The login did not work. Try it once more.',
    entries: ['Monday: swimming, 4 pm', 'Wednesday: handover, 6 pm', 'Saturday: dentist, 10 am'],
  },
  es: {
    title: 'Harbor, el calendario de la familia',
    welcome: 'Un calendario para dos hogares.',
    logIn: 'Iniciar sesión con Evenkeel',
    logOut: 'Cerrar sesión',
    account: 'Mi cuenta de Evenkeel',
    hello: 'Hola, {name}',
    month: 'Esta semana',
    locked: 'Su plan no incluye el calendario.',
    upgrade: 'Ver qué puede añadir',
    plan: 'Plan: {plan}, hasta el {day}',
    noPlan: 'Ningún plan en este momento',
    has: 'Lo que puede hacer aquí',
    failed: 'El inicio de sesión no funcionó. Inténtelo otra vez.',
    entries: ['Lunes: natación, 16:00', 'Miércoles: entrega, 18:00', 'Sábado: dentista, 10:00'],
  },
} as const;

/** A text with its names filled in. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
