import { readFileSync, writeFileSync } from 'node:fs';
import { pinImage, pinnable } from './manifests/pin-image.ts';

/** `npm run pin -- evenkeel registry/evenkeel@sha256:…` pins the image of a release for all sites. */
const [name = '', image = ''] = process.argv.slice(2);
const file = pinnable[name];
if (!file) {
  console.error(`Usage: npm run pin -- <${Object.keys(pinnable).join(' | ')}> registry/name@sha256:…`);
  process.exit(1);
}
const result = pinImage({ text: readFileSync(file, 'utf8'), name, image });
if (result.outcome === 'refused') {
  console.error(result.reason);
  process.exit(1);
}
writeFileSync(file, result.text);
console.log(`${name} is ${image} in ${file}`);
