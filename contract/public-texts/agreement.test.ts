import { describe, expect, it } from 'vitest';
import { agreementVersion, agreementVersions, changesSince } from './agreement.ts';
import { publicTexts } from './public-texts.ts';

const versions = ['2026-11', '2027-02', '2027-09'].map((version) => ({
  version,
  changes: { en: [`changed in ${version}`], es: [`cambió en ${version}`] },
}));

describe('changes since the accepted version', () => {
  it.each([
    ['2026-11', ['2027-02', '2027-09']],
    ['2027-02', ['2027-09']],
    ['2027-09', []],
    ['2025-01', ['2026-11', '2027-02', '2027-09']],
  ])('3.9-4: after %s are those of all later versions, in the page’s language: %j', (agreed, later) => {
    expect(changesSince(agreed, 'es', versions)).toEqual(
      later.map((version) => ({ version, changes: [`cambió en ${version}`] })),
    );
  });

  it('3.9-3: each version has its texts, each but the first lists its changes, and consent is to the newest', () => {
    for (const [index, { version, changes }] of agreementVersions.entries()) {
      for (const page of ['terms', 'privacy']) expect(publicTexts[`${page}/${version}`]).toBeDefined();
      for (const said of Object.values(changes)) expect(said.length > 0).toBe(index > 0);
    }
    expect(agreementVersions.map(({ version }) => version)).toEqual(
      agreementVersions.map(({ version }) => version).toSorted(),
    );
    expect(publicTexts['terms']).toBe(publicTexts[`terms/${agreementVersion}`]);
  });
});

describe('pages that are only read', () => {
  it.each(Object.entries(publicTexts))('%s has the same structure in both languages', (_name, { en, es }) => {
    const shape = ({ sections, contacts }: typeof en) => ({
      contacts,
      sections: sections.map(({ paragraphs, list, links }) => [
        paragraphs.length,
        list?.length,
        links?.map(({ to }) => to),
      ]),
    });
    expect(shape(es)).toEqual(shape(en));
    expect(es.heading).not.toBe(en.heading);
  });
});
