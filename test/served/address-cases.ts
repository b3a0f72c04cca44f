import { describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { type Reply, send } from './http.ts';
import type { Served } from './server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** What only somebody who is signed in may be told. */
const PRIVATE = /owner@example\.org|ann@example\.org|bob@example\.org|"hasPassword"/;

/** What anybody can send: addresses, headers, methods and protocols. */
export function addressCases(server: () => Served): void {
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(server().port, {
      path,
      method,
      headers: { origin: server().origin, ...headers },
      ...(method === 'POST' ? { body: 'null' } : {}),
    });

  describe('a request of nobody', () => {
    it('H2: gets nothing by headers that speak to the framework', async () => {
      for (const headers of [
        { 'x-middleware-subrequest': 'proxy' },
        { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
        { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
        { 'x-middleware-next': '1' },
        { 'x-middleware-rewrite': '/api/trpc/users.me' },
        { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'scrollback.session=x' },
        { 'x-nextjs-data': '1' },
        { 'x-nextjs-rewrite': '/' },
        { 'x-invoke-path': '/api/trpc/users.list', 'x-invoke-status': '200' },
        { 'x-matched-path': '/api/trpc/users.list' },
        { 'x-forwarded-host': 'evil.example', 'x-original-url': '/api/trpc/users.list' },
        { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
        { 'next-action': 'x' },
      ] as readonly Record<string, string>[]) {
        for (const procedure of ['users.me', 'users.list', 'sessions.list']) {
          const { status, text } = await ask(`/api/trpc/${procedure}`, { ...JSON_TYPE, ...headers }, 'POST');
          // The framework sends requests for parts of pages to another address first.
          expect([headers, status]).toEqual([headers, 'rsc' in headers ? 307 : 401]);
          expect(text).not.toMatch(PRIVATE);
        }
        const page = await ask('/', headers);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toMatch(PRIVATE);
        if (page.headers['content-type']?.startsWith('text/html')) expect(policyOf(page)).toContain("'nonce-");
      }
    });

    it('H2: gets nothing by an address that is written otherwise', async () => {
      const calls = ['users.me', 'users.list', 'sessions.list'].flatMap((name) => [
        `//api/trpc/${name}`,
        `/api//trpc/${name}`,
        `/./api/trpc/${name}`,
        `/x/../api/trpc/${name}`,
        `/api/trpc/%2e%2e/trpc/${name}`,
        `/api%2Ftrpc%2F${name}`,
        `/%61pi/trpc/${name}`,
        `/API/TRPC/${name}`,
        `/api/trpc/${name}/`,
        `/api/trpc/${name}.rsc`,
        `/api/trpc/${name}.json`,
        `/api/trpc/${name}%00`,
        `/api/trpc/${name};x=1`,
        `/api/trpc/${name}?__nextDataReq=1`,
        `/_next/data/build/api/trpc/${name}.json`,
        `http://evil.example/api/trpc/${name}`,
        `\\api\\trpc\\${name}`,
      ]);
      const pages = [
        '/index.rsc',
        '/.rsc',
        '/setup.rsc',
        '/sign-in.segments/_tree.segment.rsc',
        '/_next/data/x/index.json',
      ];
      const files = [
        '/_next/image?url=http://127.0.0.1/&w=64&q=75',
        '/_next/static/../server/app',
        '/_next/static/%2e%2e/%2e%2e/package.json',
        '/.next/BUILD_ID',
        '/../../etc/passwd',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/scrollback.db',
        '/data/scrollback.db',
        '/.env',
      ];
      for (const path of [...calls, ...pages, ...files]) {
        for (const method of ['GET', 'POST']) {
          const { status, text } = await ask(path, method === 'POST' ? JSON_TYPE : {}, method);
          expect([path, method, status < 500]).toEqual([path, method, true]);
          expect(text).not.toMatch(PRIVATE);
          expect(text).not.toMatch(/root:x:0|SQLite format|"dependencies"/);
        }
      }
    });

    it('H2: gets nothing by an odd method', async () => {
      for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        for (const path of ['/api/trpc/users.list', '/api/upload', '/api/health', '/']) {
          const { status, text } = await ask(path, {}, method);
          expect([method, path, status < 500]).toEqual([method, path, true]);
          expect(text).not.toMatch(PRIVATE);
        }
      }
    });

    it('H3: cannot make a signed-in browser do anything by what another site can send', async () => {
      const owner = new Browser(server());
      await owner.signIn('owner@example.org', 'correct horse battery');
      const before = (await owner.call<readonly unknown[]>('users.list', null)).data?.length;
      const body = JSON.stringify({ email: 'forged@example.org', role: 'owner' });
      const path = '/api/trpc/users.invite';
      const { port, origin } = server();
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      for (const [status, headers] of [
        [403, { ...JSON_TYPE, origin: 'https://evil.example' }],
        [403, { ...JSON_TYPE, origin: 'null' }],
        [403, { ...JSON_TYPE, origin: `http://localhost:${port + 1}` }],
        [403, { ...JSON_TYPE }],
        [415, { 'content-type': 'text/plain', origin }],
        [415, { 'content-type': 'application/x-www-form-urlencoded', origin }],
        [415, { 'content-type': 'multipart/form-data; boundary=x', origin }],
        [415, { 'content-type': 'application/octet-stream', origin }],
      ] as const) {
        const reply = await send(port, { method: 'POST', path, headers: { cookie, ...headers }, body });
        expect([headers, reply.status]).toEqual([headers, status]);
      }
      const byGet = await send(port, {
        path: `${path}?input=${encodeURIComponent(body)}`,
        headers: { cookie, accept: 'text/event-stream' },
      });
      expect(byGet.status).toBe(405);
      expect((await owner.call<readonly unknown[]>('users.list', null)).data?.length).toBe(before);
    });

    it('H14: is not heard under a foreign name, and cannot change the protocol', async () => {
      for (const host of ['evil.example', `evil.example:${server().port}`, 'localhost', '127.0.0.1']) {
        for (const [path, method] of [
          ['/api/trpc/system.health', 'POST'],
          ['/api/auth/csrf', 'GET'],
          ['/api/auth/session', 'GET'],
          ['/api/auth/callback/credentials', 'POST'],
          ['/api/upload?name=x', 'POST'],
        ] as const) {
          const { status, headers } = await ask(path, { ...JSON_TYPE, host }, method);
          expect([host, path, status]).toEqual([host, path, 403]);
          expect(headers['set-cookie']).toBeUndefined();
        }
      }
      for (const path of ['/', '/api/trpc/sources.progress', '/_next/webpack-hmr', '/_next/hmr']) {
        for (const protocol of ['websocket', 'h2c']) {
          const headers = {
            connection: 'Upgrade',
            upgrade: protocol,
            'sec-websocket-version': '13',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          };
          // Where nothing is, the framework leaves such a request without an answer.
          const reply = await send(server().port, { path, headers, giveUpAfterMs: 300 }).catch(() => null);
          expect([path, protocol, reply?.isUpgraded ?? false, reply?.status === 101]).toEqual([
            path,
            protocol,
            false,
            false,
          ]);
        }
      }
    });

    it('B18: is told by /api/health that the store can be read, and no more', async () => {
      const reply = await ask('/api/health');
      expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { ok: true, reasons: [] }]);
      expect(reply.headers['cache-control']).toBe('no-store');
    });
  });

  describe('a page', () => {
    const PAGES = [
      '/',
      '/sign-in',
      '/sign-in?callbackUrl=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
      '/setup?token=%22%3E%3Cscript%3E',
      '/invite/%3Cscript%3E',
      '/no/such/page',
    ];

    it('E11: runs scripts with its own nonce only, loads nothing from elsewhere, and holds no inline handler', async () => {
      const nonces = new Set<string>();
      for (const path of PAGES) {
        const page = await ask(path);
        const policy = policyOf(page);
        const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1] ?? '';
        nonces.add(nonce);
        expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'nonce-/);
        expect(policy).not.toMatch(/script-src[^;]*unsafe|\*|https?:/);
        for (const rule of [
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "object-src 'none'",
          "connect-src 'self'",
        ])
          expect(policy).toContain(rule);
        const scripts = page.text.match(/<script\b[^>]*>/g) ?? [];
        expect(scripts.length).toBeGreaterThan(0);
        for (const script of scripts)
          expect([path, script]).toEqual([path, expect.stringContaining(`nonce="${nonce}"`)]);
        expect(page.text).not.toMatch(/<[a-z][^>]* on[a-z]+=|javascript:|<script>alert|<iframe|<base/i);
        expect(page.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      }
      expect(nonces.size).toBe(PAGES.length);
    });

    it('says what browsers must not do with it, and is stored nowhere', async () => {
      for (const path of [...PAGES, '/api/health', '/api/auth/csrf']) {
        const { headers } = await ask(path);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'x-robots-tag': 'noindex, nofollow',
          'permissions-policy': expect.stringContaining('camera=()') as string,
        });
        expect(headers['x-powered-by']).toBeUndefined();
        expect(headers['cache-control']).toMatch(/no-store/);
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
    });

    it('H20: that is not there says so, and shows nothing of the server', async () => {
      const page = await ask('/no/such/page');
      expect([page.status, page.text.includes('Not found')]).toEqual([404, true]);
      expect(page.text).not.toMatch(/node_modules|\.next\/|at Object\.|webpack-internal/);
    });
  });
}

/** All policies that hold for a reply, which a browser applies together; the page's own comes first. */
function policyOf({ headers }: Reply): string {
  return String(headers['content-security-policy'] ?? '');
}
