/** `not`: a forbidden wording; `write`: its replacement; `except`: keys of texts that need it. */
type Wording = { not: RegExp; write: string; except?: readonly string[] };

const english: readonly Wording[] = [
  { not: /\b[Gg]o(es)? on\b( [^y]|[^ ]|$)/, write: 'continue' },
  { not: /\b[Pp]ress(ing)?\b( [^CE/]|[^ ])/, write: 'select; press is for keys' },
  { not: /\b[Tt](ake|akes|aken|ook) ((it|an?|the|your|that) [a-z{} ]*)?back\b/, write: 'undo, withdraw or change' },
  { not: /\b[Gg](ive|iven|ives|ave) ([a-z{}]+ ){0,3}back\b/, write: 'refund; return, of a bank' },
  { not: /[Hh]ave (back|(their|\{amount\}) [a-z ]*back)\b/, write: 'get a refund' },
  { not: /\b([Ss]ome|[Aa]ny|[Ee]very|[Nn]o)body\b/, write: 'someone, anyone, everyone, no one' },
  { not: /\bby (itself|ourselves|themselves)\b/, write: 'automatically' },
  { not: /\b[Mm]ail(s|ed)?\b/, write: 'email' },
  { not: /\b[Ss]tands?\b/, write: 'is' },
  { not: /\b(It|They|This|change|same|that) holds?\b/, write: 'applies or contains' },
  { not: /works? no more|no longer good|(in|charged|these) any more/, write: 'no longer' },
  { not: /\b[Ss]ign(ed|s)?[- ](in|out)\b/, write: 'log in, log out' },
  { not: /\b[Cc]ancell(ed|ing)\b/, write: 'canceled, canceling' },
  { not: /[Ss]econd steps?\b/, write: 'two-step verification' },
  { not: /\b[Oo]pen(ed|s)? .{0,16}famil/, write: 'add a family' },
  { not: /[Ll]ook(ing)? (in|into|at)\b/, write: 'check or review' },
  { not: /[Tt]here is nothing (for you|to do|you)/, write: 'you have nothing to …' },
  { not: /at (your|your own|the) cost/, write: 'charged to you' },
  {
    not: /slip in it|in short|Worth of|what differs|set it right|sign by sign|keeps up|begun[ .,]|figures/,
    write: 'the everyday word',
  },
  { not: /\b[Ii]nvitations?\b/, write: 'invite' },
  { not: /\b[Ww]ays? to pay\b/, write: 'payment method' },
  {
    not: /\b[Oo]ther parent\b/,
    write: 'co-parent',
    except: ['pro_plan_second_parent', 'problem_parent_has_plan'],
  },
  { not: /’/, write: "'" },
  { not: /\b[Ee]-mail/, write: 'email' },
  { not: /\b[Ll]earns?\b/, write: 'find out' },
  { not: /\b[Tt]wo-factor\b|\b2FA\b/, write: 'two-step verification' },
  {
    not: /\b([Cc]olour|[Ff]avour|[Pp]rogramme|[Cc]heque|[Ee]nrolment|[Uu]ntick|(author|organ|recogn|customi)is)/,
    write: 'the US spelling',
  },
];

const spanish: readonly Wording[] = [
  { not: /\b[Pp]uls(e|a|ar|ación)\b/, write: 'seleccionar, tocar' },
  { not: /\b[Pp]resion[ae]\b( [^CE/]|[^ ])/, write: 'seleccionar; presionar es para teclas' },
  { not: /a costa de|a su costo/, write: 'con cargo a' },
  { not: /progenitor|o la otra madre|madre o el otro|a otra parte de su/, write: 'el otro padre o madre' },
  { not: /\b[Pp]ráctica/, write: 'despacho' },
  { not: /[Aa]ñad/, write: 'agregar' },
  { not: /[Ss]egundos? pasos?/, write: 'verificación en dos pasos' },
  {
    not: /signo por signo|mejor amistad|ayudas públicas|de tasas|derecho de familia|al número de su tarjeta/,
    write: 'la palabra de uso común en México',
  },
  { not: /[Ii]nscrita|\bdura (desde|la|su)\b|inscripción dura/, write: 'inscripción vigente' },
  { not: /[Aa]br(a|ir|ió) .{0,13}familia|familia .* abierta|Familias abiertas/, write: 'agregar una familia' },
  { not: /se tomó dinero/, write: 'se le cobró nada' },
  { not: /por sí sol[oa]/, write: 'automáticamente' },
  { not: /[Ee]stán? (detenid|quitad|agregad|corregid|copiad)[oa]/, write: 'se detuvo, se quitó, se agregó' },
  { not: /¡Vaya|[Ss]andbox|reloj de las reglas|\bmóvil\b/, write: 'entorno de prueba, reloj de prueba, celular' },
  { not: /[«»]/, write: '“ ”' },
  { not: /[Cc]ompr(ob(ar|and|am|ac)|ueb)/, write: 'revisar o verificar' },
  { not: /\bSi (cierra|cancela|cambia|recibe|elige) (de vuelta|su|un)\b/, write: 'el sujeto: el otro padre o madre' },
  { not: /\b[Ii]mportes?\b/, write: 'monto' },
  { not: /\bcifras\b/, write: 'números o dígitos' },
  { not: /\bSe (cobran|devuelven|reembolsan) \{amount\}/, write: 'el verbo en singular' },
  { not: /\b(de|a) el otro padre\b/, write: 'del, al' },
  { not: /\b[Ii]ngr([eé]s[eéóa]|esar)/, write: 'escribir' },
  { not: /(?<!\{)\b[Ee]-?mail/, write: 'correo' },
  { not: /\bclics?\b|[Oo]rdenador/, write: 'toque, computadora' },
  { not: /nueva contraseña/, write: 'contraseña nueva' },
  { not: /\{time\}\./, write: 'la hora dentro de la frase: “a.m.” ya termina en punto' },
];

/** Wordings by language: one word for one thing, the everyday word, and no translated sentence. */
export const wordings: Readonly<Record<string, readonly Wording[]>> = { en: english, es: spanish };

/**
 * Keys that may translate an English text differently from other keys: the filler for an erased name, “From” (a seller,
 * a time), “Joined” (a person, families), “Keep it” (a plan, a document) and “Upgrade” (a button, a kind of payment).
 */
export const translatedApart: ReadonlySet<string> = new Set([
  'account_the_other_parent',
  'account_receipt_from',
  'pro_cases_filter_JOINED',
  'pro_back_no',
  'account_purpose_upgrade',
]);
