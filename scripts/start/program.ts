type Program = 'main' | 'worker' | 'migrate-main';

/** How Node runs a program of the server: from its bundle, with stack traces that name the lines of its sources. */
export const programArguments = (name: Program) => ['--enable-source-maps', `dist/${name}.mjs`];
