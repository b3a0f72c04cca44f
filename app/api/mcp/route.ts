import { mcpDoor, serveMcp } from '../../../server/mcp/http.ts';
import { getRuntime } from '../../../server/runtime.ts';

const serve = (request: Request): Promise<Response> => serveMcp(mcpDoor(getRuntime()), request);

export { serve as DELETE, serve as GET, serve as POST };
