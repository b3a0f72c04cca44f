import { getRuntime } from '../../../../server/runtime.ts';
import { serveListExport } from '../../../../server/trpc/export.ts';

export function GET(request: Request): Promise<Response> {
  return serveListExport(getRuntime(), request);
}
