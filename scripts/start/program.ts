type Program = 'main' | 'worker' | 'migrate-main';

/**
 * How Node runs a program of the server: from its bundle, with stack traces that name the lines of its sources. With
 * room for what loading leaves behind, collecting it takes a tenth less of a start.
 */
export const programArguments = (name: Program) => [
  '--enable-source-maps',
  '--min-semi-space-size=16',
  `dist/${name}.mjs`,
];
