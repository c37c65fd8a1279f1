export type Language = 'en' | 'es';

/** The calendar's texts, by language. */
export const texts = {
  en: {
    title: 'Harbor, an example app',
    example: 'Example app',
    about: 'Harbor is not a product. It shows what a plan opens in another app.',
    messages: ['Joe: My shift moved. Can you take Friday?', 'You: Fine. Can we swap for Sunday morning?'],
    tone: 'Tone meter: your draft reads as sharp. Only you see this, before you send.',
    expenses: ['School trip: US$48.00, half each', 'Dentist, Ana: US$120.00, half each'],
    welcome: 'One calendar for two homes.',
    logIn: 'Log in with Evenkeel',
    logOut: 'Log out',
    account: 'My Evenkeel account',
    hello: 'Hello, {name}',
    month: 'This week',
    locked: "Your plan doesn't include the calendar.",
    upgrade: 'See what you can add',
    plan: 'Your plan is active until {day}.',
    noPlan: 'No plan right now',
    has: 'What you can do here',
    failed: "The login didn't work. Try again.",
    entries: ['Monday: swimming, 4 pm', 'Wednesday: handover, 6 pm', 'Saturday: dentist, 10 am'],
  },
  es: {
    title: 'Harbor, una aplicación de ejemplo',
    example: 'Aplicación de ejemplo',
    about: 'Harbor no es un producto. Muestra lo que un plan abre en otra aplicación.',
    messages: ['Joe: Me cambiaron el turno. ¿Puedes el viernes?', 'Usted: Sí. ¿Cambiamos por el domingo?'],
    tone: 'Medidor de tono: su borrador suena cortante. Solo usted ve esto, antes de enviar.',
    expenses: ['Excursión escolar: US$48.00, mitad y mitad', 'Dentista, Ana: US$120.00, mitad y mitad'],
    welcome: 'Un calendario para dos hogares.',
    logIn: 'Iniciar sesión con Evenkeel',
    logOut: 'Cerrar sesión',
    account: 'Mi cuenta de Evenkeel',
    hello: 'Hola, {name}',
    month: 'Esta semana',
    locked: 'Su plan no incluye el calendario.',
    upgrade: 'Ver qué puede agregar',
    plan: 'Su plan está vigente hasta el {day}.',
    noPlan: 'Sin plan por ahora',
    has: 'Lo que puede hacer aquí',
    failed: 'El inicio de sesión no funcionó. Inténtelo otra vez.',
    entries: ['Lunes: natación, 16:00', 'Miércoles: entrega, 18:00', 'Sábado: dentista, 10:00'],
  },
} as const;

/** Harbor's names for what a plan may include; unknown ones are not shown. */
export const entitlementTexts: Record<string, Record<Language, string>> = {
  messages: { en: 'Messages', es: 'Mensajes' },
  calendar: { en: 'Calendar', es: 'Calendario' },
  expenses: { en: 'Expenses', es: 'Gastos' },
  journal: { en: 'Journal', es: 'Diario' },
  info_bank: { en: 'Information bank', es: 'Banco de información' },
  storage_gb: { en: 'Storage, in GB: {quantity}', es: 'Almacenamiento, en GB: {quantity}' },
  tone_meter: { en: 'Tone meter', es: 'Medidor de tono' },
  unlimited_payments: { en: 'Unlimited payments', es: 'Pagos ilimitados' },
  recorded_calls: { en: 'Recorded calls', es: 'Llamadas grabadas' },
  mobile_apps: { en: 'Phone app', es: 'Aplicación para el teléfono' },
  certified_records: { en: 'Certified records', es: 'Registros certificados' },
  cases: { en: 'Your cases', es: 'Sus casos' },
  records: { en: 'Read your records', es: 'Leer sus registros' },
};

/** A day, `2027-11-23`, in a language's format. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** A text with its placeholders filled in. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
