type Layer = {
  name: string;
  folders: readonly string[];
  /** What to do instead of importing a higher layer, and instead of importing another folder of the same one. */
  insteadOfUp: string;
  insteadOfAcross: string;
};

/**
 * The folders of `web/`, highest layer first. Above all of them are the files of `web/` itself, which assemble the
 * application. A new folder is entered here first; the boundaries check fails until it is.
 */
export const webLayers: readonly Layer[] = [
  {
    name: 'mock',
    folders: ['mock'],
    insteadOfUp:
      'Mock states show a feature as it is. Import its screen, and leave routes, layouts and prerendering to web/*.tsx.',
    insteadOfAcross: '',
  },
  {
    name: 'features',
    folders: [
      'features/sign-up',
      'features/invite',
      'features/account',
      'features/professional',
      'features/development',
      'features/texts',
      'features/staff',
    ],
    insteadOfUp:
      'A feature knows neither its fixtures nor who opens it. Name the screen in the screens.ts of the feature; web/routes.tsx opens it, web/mock imports it.',
    insteadOfAcross:
      'Features do not import each other. Move down what both need: choosing a plan to web/plans, paying and receipts to web/checkout, username and password to web/credentials, a field to web/fields.',
  },
  {
    name: 'tasks',
    folders: ['checkout', 'plans', 'credentials', 'inviting'],
    insteadOfUp:
      'Checkout, plans, credentials and inviting serve several features and know none. Take what differs as an argument: the calls, the texts, where to go next.',
    insteadOfAcross:
      'Checkout, plans, credentials and inviting do not import each other. Let the feature use both and pass values between them, or move what both need down to web/fields or web/join-session.',
  },
  {
    name: 'parts',
    folders: ['join-session', 'auth-session', 'payment-methods', 'chrome', 'fields'],
    insteadOfUp:
      'Sessions, payment methods, the frame and fields serve every screen and know none. Take what differs as an argument, or a child.',
    insteadOfAcross:
      'Sessions, payment methods, the frame and fields do not import each other. Put them together in web/layouts.tsx or in a screen, or move what both need down to web/ui or web/site.',
  },
  {
    name: 'problems',
    folders: ['problems'],
    insteadOfUp:
      'A problem page says what went wrong and how to go on; it knows no session and no frame. Take what differs as an argument.',
    insteadOfAcross: '',
  },
  {
    name: 'tools',
    folders: ['api', 'ui', 'analytics'],
    insteadOfUp:
      'Calls, controls and analytics know no sign-up, session or payment. Take it as an argument, or move the file up to the layer that it speaks of.',
    insteadOfAcross:
      'A control makes no call and counts nothing, a call draws nothing. Let a component of a higher layer join them.',
  },
  {
    name: 'base',
    folders: ['i18n', 'site', 'navigation'],
    insteadOfUp:
      'Language, addresses, navigation and what the server told the page come first on every page. Hand values to them; they import nothing of the web.',
    insteadOfAcross: 'Language, navigation and site stand alone. Let what reads both pass values between them.',
  },
];

const under = (folders: readonly string[]) => `^web/(${folders.join('|')})/`;
/** The files of `web/` itself, which no layer may import. */
const top = String.raw`^web/[^/]+\.tsx?$`;

type Rule = {
  name: string;
  comment: string;
  from: { path: string; pathNot: string };
  to: { path: string; pathNot?: string };
};

/** Rules against imports of a higher layer, and between folders of one layer. `tests`: the pattern of exempt files. */
export function webRules({ tests }: { tests: string }): Rule[] {
  return webLayers.flatMap(({ name, folders, insteadOfUp, insteadOfAcross }, index) => {
    const from = { path: under(folders), pathNot: tests };
    const higher = webLayers.slice(0, index).flatMap((layer) => layer.folders);
    const up = {
      name: `web-${name}-do-not-look-up`,
      comment: insteadOfUp,
      from,
      to: { path: higher.length > 0 ? `${top}|${under(higher)}` : top },
    };
    const across = {
      name: `web-${name}-do-not-know-each-other`,
      comment: insteadOfAcross,
      from,
      to: { path: under(folders), pathNot: '^web/$1/' },
    };
    return folders.length > 1 ? [up, across] : [up];
  });
}
