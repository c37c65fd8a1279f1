import type { FastifyInstance } from 'fastify';
import { importCases as importRoute, previewCaseImport } from '#contract/api/professionals/case-imports.ts';
import { importCases, previewImport } from '../../professionals/import-cases.ts';
import { bind } from '../bind.ts';
import { type ProfessionalCaseDependencies, professionalParams } from './professional-cases.ts';

export function caseImportRoutes(app: FastifyInstance, dependencies: ProfessionalCaseDependencies): void {
  bind(app, previewCaseImport, (call) =>
    previewImport(dependencies, { ...professionalParams(call), fileBase64: call.body.fileBase64 }),
  );
  bind(app, importRoute, async (call) =>
    importCases(dependencies, {
      ...professionalParams(call),
      fileBase64: call.body.fileBase64,
      requestKey: call.headers['idempotency-key'],
      experiments: await dependencies.experimentsOf(call.request),
    }),
  );
}
