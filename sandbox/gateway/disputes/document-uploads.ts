import type { FastifyInstance } from 'fastify';
import { sendErrors, sendXml } from '../answers.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { newId } from '../identifiers.ts';
import { type Params, section, text } from '../params.ts';
import { validationError } from '../validation-errors.ts';

/** As published: PDF, JPEG and PNG of up to 4 MB. */
const contentTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png'];
const largestBytes = 4 * 1024 * 1024;

type Upload = { kind: unknown; file: unknown };

/** `/document_uploads`, the only route that accepts a form with a file. Documents are stored for use in disputes. */
export function documentUploadRoute({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 2 * largestBytes },
    async (request: { headers: Record<string, unknown> }, body: string | Buffer) => {
      const headers = { 'content-type': String(request.headers['content-type']) };
      // oxlint-disable-next-line typescript/no-deprecated -- a sandbox on one's own machine, with a limit to the body
      const form = await new Response(new Uint8Array(Buffer.from(body)), { headers }).formData();
      return { kind: form.get('document_upload[kind]'), file: form.get('file') } satisfies Upload;
    },
  );
  app.post<{ Body: Upload }>('/document_uploads', { config: { operation: 'dispute' } }, ({ body }, reply) => {
    const code = problemOf(body);
    const attribute = code === '84901' ? 'kind' : 'file';
    if (code !== null) return sendErrors({ reply, errors: [validationError('document_upload', attribute, code)] });
    const { name, size, type: contentType } = body.file as File;
    const record = {
      id: newId(16),
      kind: String(body.kind),
      name,
      contentType,
      size,
      createdAt: context.clock.now().toISOString(),
    };
    context.store.documentUploads.put(record.id, record);
    const { id, kind } = record;
    const value = { id, kind, name, content_type: contentType, size, expires_at: null };
    return sendXml({ reply, status: 201, root: 'document_upload', value });
  });
}

function problemOf({ kind, file }: Upload): string | null {
  if (kind !== 'evidence_document') return '84901';
  if (!(file instanceof File) || !contentTypes.includes(file.type)) return '84903';
  if (file.size === 0) return '84906';
  return file.size > largestBytes ? '84902' : null;
}

/** Evidence that refers to a document which was never uploaded. */
export function isUnknownDocument({ context, params }: { context: GatewayContext; params: Params }): boolean {
  const id = text(section(params, 'evidence'), 'document_upload_id');
  return id !== null && context.store.documentUploads.get(id) === undefined;
}
