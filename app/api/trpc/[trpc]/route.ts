import { getRuntime } from '../../../../server/runtime.ts';
import { serveTrpc } from '../../../../server/trpc/http.ts';

const serve = (request: Request): Promise<Response> => serveTrpc(getRuntime(), request);

export { serve as GET, serve as POST };
