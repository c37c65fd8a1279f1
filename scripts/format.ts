import { checkCode } from './test/code-checks.ts';

/** `npm run format`: writes every file as the section `format` of the tests wants it. */
process.exit(await checkCode('format', ['--write'], 'inherit'));
