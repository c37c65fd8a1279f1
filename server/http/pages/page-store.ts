import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BootData, experimentState, type PageTable, pageMarks } from '#contract/boot.ts';
import { supportPhone } from '#contract/fields/countries.ts';

/** A page in two parts: HTML before and after the boot data. */
type Page = { before: string; after: string };

type RenderedPage = { html: string; known: boolean; listed: boolean };

export type PageStore = {
  /** Name of the build. */
  release: string;
  /** The HTML for a path under /app, whether the path exists, and whether search engines may index it. */
  page: (request: { pathname: string; boot: BootData; nonce: string }) => RenderedPage;
};

const base = '/app';

/** Reads the pages of a build once. Throws if there is no build. */
export function readPages(pagesDir: string): PageStore {
  const table = readTable(pagesDir);
  const files = readdirSync(pagesDir).filter((name) => name.endsWith('.html'));
  const pages = new Map(files.map((name) => [name, split(readFileSync(join(pagesDir, name), 'utf8'))]));
  const isKnown = addressMatcher(table.addresses);
  const isListed = (address: string) => table.entryPages.some((entry) => entry.address === address);
  return {
    release: table.release,
    page({ pathname, boot, nonce }) {
      const address = pathname.slice(base.length).replace(/\/+$/, '') || '/';
      const name = fileName({ table, address, boot });
      const page = pages.get(name);
      if (!page) throw new Error(`Page ${name} is missing from the build`);
      const after = page.after
        .replaceAll(pageMarks.leave, inAttribute(boot.leaveAddress))
        .replaceAll(pageMarks.price, () => boot.fromPerMonth ?? '')
        .replace(pageMarks.phone, phoneLink(boot));
      const html = page.before + bootElement(boot) + after;
      return { html: html.replaceAll(pageMarks.nonce, nonce), known: isKnown(address), listed: isListed(address) };
    },
  };
}

function readTable(pagesDir: string): PageTable {
  return JSON.parse(readFileSync(join(pagesDir, 'table.json'), 'utf8')) as PageTable;
}

/** Name of the build in this folder. */
export function releaseOf(pagesDir: string): string {
  return readTable(pagesDir).release;
}

function split(html: string): Page {
  const [before, after] = html.split(pageMarks.boot);
  if (before === undefined || after === undefined) throw new Error('A page has no placeholder for the boot data');
  return { before, after };
}

/** Parameters of the router's addresses (`:orderId`) match any one segment. */
function addressMatcher(addresses: readonly string[]): (address: string) => boolean {
  const patterns = addresses.map((address) => address.split('/'));
  return (address) => {
    const parts = address.split('/');
    return patterns.some(
      (pattern) =>
        pattern.length === parts.length &&
        pattern.every((part, index) => part.startsWith(':') || part === parts[index]),
    );
  };
}

function fileName({ table, address, boot }: { table: PageTable; address: string; boot: BootData }): string {
  const entry = table.entryPages.find((page) => page.address === address);
  const skeleton = /\/pro(?:\/|$)/.test(address) ? 'professional-shell' : 'shell';
  const treated = entry?.experiment !== undefined && experimentState(boot, entry.experiment) === 'treatment';
  return `${entry?.name ?? skeleton}${treated ? '.treatment' : ''}.${boot.language}.html`;
}

function phoneLink({ siteCountry }: BootData): string {
  const { e164, display } = supportPhone(siteCountry);
  return `<a href="tel:${e164}">${display}</a>`;
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** `<` is escaped, so that no value can end the element. */
function bootElement(boot: BootData): string {
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="boot" nonce="${pageMarks.nonce}">${json}</script>`;
}
