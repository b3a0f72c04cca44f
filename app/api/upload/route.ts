import { getRuntime } from '../../../server/runtime.ts';
import { serveUpload } from '../../../server/trpc/upload.ts';

export function POST(request: Request): Promise<Response> {
  return serveUpload(getRuntime(), request);
}
