import catalogue from '#server/catalog/catalogue.json' with { type: 'json' };

const { packages, features, options } = catalogue;
const catalogued = [...Object.values(packages), ...features, ...options].flatMap(({ texts: { en, es } }) => {
  const inBoth: Record<string, string> = es;
  return Object.entries(en).map(([name, text]) => [text, inBoth[name] ?? text]);
});

/** The server's texts in the fixtures, in Spanish. Names of people and places stay. */
const spanish: Record<string, string> = {
  ...Object.fromEntries(catalogued),
  'What you get': 'Lo que incluye',
  'Also included': 'También incluye',
  '10 GB of storage': '10 GB de archivos',
  'one year': 'un año',
  'two years': 'dos años',
  'for the 90 days left': 'por los 90 días que quedan',
  'Unused part of what was paid': 'Parte sin usar de lo pagado',
  'Sales tax': 'Impuesto sobre ventas',
  '15% off': '15% de descuento',
  'US$15.00 off two years': 'US$15.00 menos por dos años',
  'Subscription code ****-DEMO': 'Código de suscripción ****-DEMO',
  "Joe's subscription": 'Suscripción de Joe',
  'US/Canada (+1)': 'EE. UU./Canadá (+1)',
  'United Kingdom (+44)': 'Reino Unido (+44)',
  'United States': 'Estados Unidos',
  'United Kingdom': 'Reino Unido',
  State: 'Estado',
  'ZIP code': 'Código postal',
  'Central Time (Chicago)': 'Hora central (Chicago)',
  'Internet search': 'Búsqueda en internet',
  Other: 'Otro',
  'Hon.': 'Hon.',
  Judge: 'Juez',
  Therapist: 'Terapeuta',
  'What was your first school?': '¿Cuál fue su primera escuela?',
  'What was your first pet?': '¿Cuál fue su primera mascota?',
  'This field is required': 'Este campo es obligatorio',
  'Not understood': 'No se entendió',
  'Postal code is not valid': 'El código postal no es válido',
  'That password is easy to guess.': 'Esa contraseña es fácil de adivinar.',
  'Enter your current password': 'Escriba su contraseña actual',
  'That email address is already tied to an account.': 'Ese correo electrónico ya está vinculado a una cuenta.',
  'The email of the co-parent cannot be the same as your email.':
    'El correo del otro padre o madre no puede ser igual al suyo.',
  'Your card was declined. Nothing was charged. Use another card.':
    'Su tarjeta fue rechazada. No se cobró nada. Use otra tarjeta.',
  'We do not know this code.': 'No conocemos este código.',
};

/** The text in Spanish, item by item if it is a list; unchanged if it has no translation. */
export function inSpanish(text: string): string {
  const known = spanish[text];
  if (known !== undefined) return known;
  const pieces = text.split(', ');
  return pieces.length > 1 ? pieces.map((piece) => spanish[piece] ?? piece).join(', ') : text;
}

/** A response with all texts in Spanish. */
export function allInSpanish(answer: unknown): unknown {
  if (typeof answer === 'string') return inSpanish(answer);
  if (Array.isArray(answer)) return answer.map(allInSpanish);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, allInSpanish(value)]));
}
