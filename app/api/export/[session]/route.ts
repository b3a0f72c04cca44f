import { getRuntime } from '../../../../server/runtime.ts';
import { serveExport } from '../../../../server/trpc/export.ts';

type RouteContext = { params: Promise<{ session: string }> };

export async function GET(request: Request, { params }: RouteContext): Promise<Response> {
  return serveExport(getRuntime(), request, (await params).session);
}
