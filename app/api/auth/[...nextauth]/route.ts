import NextAuth from 'next-auth';
import { authOptions } from '../../../../server/auth/options.ts';
import { getRuntime } from '../../../../server/runtime.ts';

type RouteContext = { params: Promise<{ nextauth: string[] }> };

function serve(request: Request, context: RouteContext): Promise<Response> {
  const { engine, auth } = getRuntime();
  return NextAuth(authOptions(engine, auth))(request, context) as Promise<Response>;
}

export { serve as GET, serve as POST };
