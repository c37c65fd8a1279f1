import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const maxLines = 300;
const maxColumns = 120;
/** Strings and regular expressions do not count towards the length of a line. */
const literal = /(['"`])(?:\\.|(?!\1).)*\1|\/(?:\\.|[^/\s])+\/[dgimsuy]*/g;

/** Exempt from the limits: data, generated files, and released migrations, which must not change. */
const exempt = [
  /^package-lock\.json$/,
  /^\.env\.example$/,
  /^messages\//,
  /(^|\/)data\//,
  /\.json$/,
  /\.[ct]sv$/,
  /\.svg$/,
  /^server\/db\/migrations\//,
  /^client\/src\/api\//,
];
const meaninglessNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'services', 'shared', 'lib'];
/** Lists, one file for each subject, found by its name: both languages' texts and the decision records. */
const flatLists = ['docs/decisions', 'messages/en', 'messages/es'];
const maxFiles = 40;
const binary = /\.(png|jpe?g|webp|ico|woff2?|pdf)$/;

/** Every file of the project, committed or about to be; what git ignores does not count. */
function projectFiles(): string[] {
  const { stdout, status } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('git could not list the files of this project');
  return [...new Set(stdout.split('\n'))].filter((file) => file !== '' && existsSync(path.join(root, file)));
}

const breakable = (line: string) => (/^\s*(?:\/?\*|\/\/)/.test(line) ? line : line.replaceAll(literal, ''));

const files = projectFiles();
const problems: string[] = [];
for (const file of files) {
  const emptyName = file.split('/').find((part) => meaninglessNames.includes(path.parse(part).name));
  if (emptyName) problems.push(`${file}: "${emptyName}" is a meaningless name. Name the file after its content.`);
  if (binary.test(file) || exempt.some((pattern) => pattern.test(file))) continue;
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  if (lines.length - 1 > maxLines)
    problems.push(`${file} has ${lines.length - 1} lines. A file over ${maxLines} lines does two jobs: split it.`);
  if (!/\.(?:m?ts|tsx|mjs|css)$/.test(file)) continue;
  const long = lines.findIndex((line) => breakable(line).length > maxColumns);
  if (long >= 0) problems.push(`${file}:${long + 1} is longer than ${maxColumns} columns.`);
}

const folders = new Set(files.flatMap((file) => /^(?:server|web)\/[^/]+(?=\/)/.exec(file)?.[0] ?? []));
for (const folder of folders)
  if (!files.includes(`${folder}/README.md`))
    problems.push(`${folder} has no README.md: describe what belongs here, what does not, and where to start.`);

const filesIn = Map.groupBy(files, (file) => path.dirname(file));
for (const [folder, { length }] of filesIn)
  if (length > maxFiles && !flatLists.includes(folder))
    problems.push(
      `${folder} has ${length} files of its own. Over ${maxFiles} nobody sees its subjects: give them folders.`,
    );

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.length} files, none over ${maxLines} lines, no line over ${maxColumns} columns`);
