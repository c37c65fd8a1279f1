import * as z from 'zod/mini';
import { caseColumns, maxCaseListBytes } from '../../professionals/case-list.ts';
import { idempotencyKey, publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** Families from a list: previewed first, opened by a second call. For signed-in professionals. */
const own = { tag: 'Professional cases', headers: publicHeaders, caller: 'professional' } as const;
const base64Of = (bytes: number) => Math.ceil(bytes / 3) * 4;
const maxBodyBytes = base64Of(maxCaseListBytes) + 1_024;

/** The file's bytes: it may be in any encoding that a spreadsheet writes. */
const file = z.object({
  fileBase64: z.string().check(z.maxLength(base64Of(maxCaseListBytes)), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});

export const caseImportRow = z.object({
  /** Line number in the file, from 1. */
  line: z.int(),
  /** Their future names, as far as they could be parsed. */
  parents: z.array(z.string()),
  children: z.int(),
  /** What prevents opening it; empty if nothing does. */
  errors: z.array(z.object({ column: z.enum(caseColumns), text: z.string() })),
  /** Cells whose letters may be misread, because the file does not state its encoding. */
  doubtful: z.array(z.string()),
  /** The same family is on an earlier line, or exists already: it is skipped. */
  duplicate: z.nullable(z.enum(['IN_FILE', 'OPENED'])),
});
export type CaseImportRow = z.output<typeof caseImportRow>;

const preview = z.object({
  rows: z.array(caseImportRow),
  /** Families that an import would open, lines with errors, and lines that are skipped as duplicates. */
  ready: z.int(),
  faulty: z.int(),
  duplicates: z.int(),
});
export type CaseImportPreview = z.output<typeof preview>;

export const previewCaseImport = route({
  method: 'POST',
  path: '/v2/professional/case-imports/preview',
  ...own,
  summary: 'Preview what a list of families (CSV) would open, by line; nothing is stored',
  limits: ['preview-import'],
  errors: ['NOT_FOUND', 'VALIDATION'],
  maxBodyBytes,
  body: file,
  answer: preview,
});

export const importCases = route({
  method: 'POST',
  path: '/v2/professional/case-imports',
  ...own,
  summary: 'Open the listed families without errors or duplicates, once per key; nobody is mailed',
  limits: ['open-family'],
  errors: ['NOT_FOUND', 'VALIDATION', 'IDEMPOTENCY_MISMATCH'],
  maxBodyBytes,
  headers: z.extend(publicHeaders, { 'idempotency-key': idempotencyKey }),
  body: file,
  answer: z.object({ opened: z.int() }),
  status: 201,
});
