import { lighthouse, type Page } from '../../tools/page-audit/index.js';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** The parts of Lighthouse's result that this file reads. */
type Result = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { message: string };
};

export type Audit = {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Paint, blocking and shift, in Lighthouse's words. */
  figures: string;
  /** What cost points, by category. */
  lost: string[];
  /** How fast this machine was at the time, by Lighthouse's own benchmark: about 1500 to 3000 on an idle machine. */
  benchmarkIndex: number;
};

const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/**
 * Lighthouse with its defaults: a mid-range phone on slow 4G, simulated from one load. `port` is the browser's remote
 * debugging port; with `tab` that tab is used and keeps its state.
 */
export async function auditPage({ url, port, tab }: { url: string; port: number; tab?: Page }): Promise<Audit> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: [...categories],
    disableStorageReset: tab !== undefined,
  };
  const answer = await lighthouse(url, flags, undefined, tab);
  if (!answer) throw new Error(`Lighthouse answered nothing about ${url}`);
  const result = answer.lhr as Result;
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  const scoreOf = (category: Category) => Math.round((result.categories[category].score ?? 0) * 100);
  return {
    scores: Object.fromEntries(categories.map((category) => [category, scoreOf(category)])) as Record<Category, number>,
    figures: figures.map((id) => `${id} ${result.audits[id]?.displayValue ?? '?'}`).join(', '),
    lost: categories.flatMap((category) => lostIn(result, category)),
    benchmarkIndex: result.environment.benchmarkIndex,
  };
}

function lostIn(result: Result, category: Category): string[] {
  return result.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) =>
      `${category}: ${result.audits[id]?.title ?? id} ${result.audits[id]?.displayValue ?? ''}`.trimEnd(),
    );
}
