import { getRuntime } from '../../../server/runtime.ts';
import { servePush } from '../../../server/trpc/push.ts';

export function POST(request: Request): Promise<Response> {
  return servePush(getRuntime(), request);
}
