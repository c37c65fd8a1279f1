import { readFileSync, writeFileSync } from 'node:fs';
import { pinImage, pinnable } from './manifests/pin-image.ts';

/** `npm run pin -- evenkeel registry/evenkeel@sha256:…` writes the image of a release where all sites look it up. */
const [name = '', image = ''] = process.argv.slice(2);
const file = pinnable[name];
if (!file) {
  console.error(`Name one of ${Object.keys(pinnable).join(', ')}, then its image: registry/name@sha256:…`);
  process.exit(1);
}
const result = pinImage({ text: readFileSync(file, 'utf8'), name, image });
if (result.outcome === 'refused') {
  console.error(result.reason);
  process.exit(1);
}
writeFileSync(file, result.text);
console.log(`${name} is ${image} in ${file}`);
