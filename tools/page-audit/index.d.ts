/**
 * The part of its tools that the page audit uses, declared here because types are checked before they are installed.
 */
export type Page = {
  evaluateOnNewDocument<Value>(run: (value: Value) => void, value: Value): Promise<unknown>;
};
type Browser = { newPage(): Promise<Page>; disconnect(): Promise<void> };
type Flags = { port: number; logLevel: 'error'; onlyCategories: string[]; disableStorageReset: boolean };

export declare const puppeteer: { connect(options: { browserURL: string; defaultViewport: null }): Promise<Browser> };
export declare function lighthouse(
  url: string,
  flags: Flags,
  config: undefined,
  page?: Page,
): Promise<{ lhr: unknown } | undefined>;
