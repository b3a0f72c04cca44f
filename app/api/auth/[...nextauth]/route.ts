import NextAuth from 'next-auth';
import { authOptions } from '../../../../server/auth/options.ts';
import { refuseForeign } from '../../../../server/auth/origin.ts';
import { getRuntime } from '../../../../server/runtime.ts';

type RouteContext = { params: Promise<{ nextauth: string[] }> };

async function serve(request: Request, context: RouteContext): Promise<Response> {
  const { engine, auth, settings } = getRuntime();
  const refusal = refuseForeign(request, settings);
  return refusal ?? ((await NextAuth(authOptions(engine, auth))(request, context)) as Response);
}

export { serve as GET, serve as POST };
