import * as z from 'zod/mini';
import { caseColumns, maxCaseListBytes } from '../../professionals/case-list.ts';
import { idempotencyKey, publicHeaders } from '../headers.ts';
import { route } from '../route.ts';

/** Families from a list: looked at first, opened by a second call. For signed-in professionals. */
const own = { tag: 'Professional cases', headers: publicHeaders, caller: 'professional' } as const;
const base64Of = (bytes: number) => Math.ceil(bytes / 3) * 4;
const maxBodyBytes = base64Of(maxCaseListBytes) + 1_024;

/** The file's own bytes: it may be in whatever encoding a spreadsheet wrote. */
const file = z.object({
  fileBase64: z.string().check(z.maxLength(base64Of(maxCaseListBytes)), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});

export const caseImportRow = z.object({
  /** Line of the file, the first is 1. */
  line: z.int(),
  /** As it will be called; as far as it could be read. */
  parents: z.array(z.string()),
  children: z.int(),
  /** What keeps it from being opened; empty where nothing does. */
  errors: z.array(z.object({ column: z.enum(caseColumns), text: z.string() })),
  /** Cells whose letters may be misread, because the file does not say how it stores them. */
  doubtful: z.array(z.string()),
  /** The same family is in an earlier line, or exists already: it is skipped. */
  duplicate: z.nullable(z.enum(['IN_FILE', 'OPENED'])),
});
export type CaseImportRow = z.output<typeof caseImportRow>;

const preview = z.object({
  rows: z.array(caseImportRow),
  /** Families that an import would open, lines with errors, lines that are left out as duplicates. */
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
