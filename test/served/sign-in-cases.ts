import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { Browser } from './browser.ts';
import { send } from './http.ts';
import type { Served } from './server.ts';

const PASSWORD = 'correct horse battery';
const NEXT = 'another horse battery';

/** From the first link to signing out. The store begins without people. */
export function signInCases(server: () => Served): void {
  describe('a fresh instance', () => {
    it('makes its first owner by the set-up link, once, who is then signed in with the password', async () => {
      const served = server();
      const token = await served.token(null);
      const browser = new Browser(served);
      const page = await browser.get(`/setup?token=${token}`);
      expect([page.status, page.text.includes('Make yourself the owner')]).toEqual([200, true]);
      const choice = { token, email: 'Owner@Example.org', password: PASSWORD };
      expect(await browser.call('users.choosePassword', choice)).toMatchObject({
        data: { email: 'owner@example.org' },
      });
      expect((await browser.signIn('owner@example.org', PASSWORD)).status).toBe(200);
      expect((await browser.call('users.me', null)).data).toMatchObject({ email: 'owner@example.org', role: 'owner' });

      expect(await browser.call('users.choosePassword', choice)).toMatchObject({
        status: 404,
        message: 'This link is over or was used already. Ask for a new one.',
      });
      for (const path of [`/setup?token=${token}`, '/setup', '/setup?token=a&token=b', '/setup?token=nope']) {
        const over = await browser.get(path);
        expect([path, over.status, over.text.includes('This link is over')]).toEqual([path, 200, true]);
      }
    });

    it('lets the owner invite somebody, whose link opens a page that names them, and works once', async () => {
      const owner = new Browser(server());
      await owner.signIn('owner@example.org', PASSWORD);
      const invited = await owner.call<{ email: string; token: string }>('users.invite', {
        email: 'ann@example.org',
        role: 'member',
      });
      const token = invited.data?.token ?? '';
      const ann = new Browser(server());
      const page = await ann.get(`/invite/${token}`);
      expect([page.text.includes('Welcome: choose your password'), page.text.includes('ann@example.org')]).toEqual([
        true,
        true,
      ]);
      expect(
        (await ann.call('users.choosePassword', { token, email: 'evil@example.org', password: PASSWORD })).data,
      ).toEqual({
        email: 'ann@example.org',
      });
      for (const path of [`/invite/${token}`, '/invite/nope', '/invite/%2e%2e', '/invite/%00']) {
        const over = await ann.get(path);
        expect([path, over.text.includes('ann@example.org'), over.status < 500]).toEqual([path, false, true]);
      }
      await ann.signIn('ann@example.org', PASSWORD);
      expect(await ann.who()).toBe('ann@example.org');
      // This one is thrown by the engine, which the server's start made in a bundle of its own.
      expect(await owner.call('users.invite', { email: 'ann@example.org', role: 'member' })).toMatchObject({
        status: 409,
        message: 'There is a person ann@example.org already.',
      });
      expect((await ann.call('users.invite', { email: 'x@example.org', role: 'owner' })).status).toBe(403);
    });
  });

  describe('a session', () => {
    let bob: Person;
    beforeAll(async () => {
      const { engine } = server().store;
      bob = await addTestPerson(engine, 'bob@example.org');
      const token = await server().token(bob);
      await new Browser(server()).call('users.choosePassword', { token, email: '', password: PASSWORD });
    });

    it('H5: is a cookie that scripts do not see, that other sites do not send, and that begins at signing in', async () => {
      const browser = new Browser(server());
      browser.cookies.set('scrollback.session', 'fixed-by-somebody-else');
      await browser.signIn('bob@example.org', PASSWORD);
      const line = browser.lastSetCookies.find((each) => each.startsWith('scrollback.session=')) ?? '';
      expect(line).toMatch(/; Path=\/;/);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/i);
      expect(line).not.toMatch(/Domain=|Secure/); // by http here; over https the name is __Host- and Secure is set
      expect(line).not.toContain('fixed-by-somebody-else');
      expect(await browser.who()).toBe('bob@example.org');
      const shown = await browser.get('/api/auth/session');
      expect(Object.keys(JSON.parse(shown.text) as object)).toEqual(['expires']);
    });

    it('H7: is not begun by a wrong password, and unknown and wrong answer with the same bytes', async () => {
      const answers = [];
      for (const [email, password] of [
        ['bob@example.org', 'wrong horse battery'],
        ['nobody@example.org', PASSWORD],
        ['no address', PASSWORD],
        ['', ''],
        ['bob@example.org', 'x'.repeat(100_000)],
      ] as const) {
        const browser = new Browser(server());
        const { status, text } = await browser.signIn(email, password);
        answers.push(`${status} ${text}`);
        expect(await browser.who()).toBeNull();
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^401 .*error=CredentialsSignin/);
    });

    it('H3: is not begun without the token against forgery, from another origin, or by GET', async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ email: 'bob@example.org', password: PASSWORD, json: 'true' }).toString();
      const path = '/api/auth/callback/credentials';
      for (const ask of [
        { method: 'POST', path, headers: { ...form, origin: server().origin }, body },
        { method: 'POST', path, headers: { ...form, origin: 'https://evil.example' }, body },
        { path: `${path}?${body}` },
      ]) {
        const { headers } = await send(server().port, ask);
        expect((headers['set-cookie'] ?? []).join()).not.toContain('scrollback.session=');
      }
      const evil = new Browser(server());
      await evil.get('/api/auth/csrf');
      const token = decodeURIComponent(evil.cookies.get('next-auth.csrf-token') ?? '').split('|')[0] ?? '';
      const signed = `${body}&csrfToken=${token}`;
      const forged = { method: 'POST', path, headers: { ...form, origin: 'https://evil.example' }, body: signed };
      expect((await evil.ask(forged)).status).toBe(403);
      expect(evil.cookies.has('scrollback.session')).toBe(false);
    });

    it('H9: leads to our own pages only, whatever address it was asked for', async () => {
      const { origin } = server();
      for (const [callbackUrl, to] of [
        ['/search?q=x', `${origin}/search?q=x`],
        ['//evil.example', origin],
        ['/\\evil.example', origin],
        ['/\t/evil.example', origin],
        ['https:evil.example', origin],
        ['https://evil.example/x', origin],
        ['javascript:alert(1)', origin],
        [`http://user@${new URL(origin).host}/`, origin],
        [`${origin}@evil.example/`, origin],
        [`/${'a'.repeat(3000)}`, origin],
        ['http://[::1', origin],
      ] as const) {
        const browser = new Browser(server());
        const { status, text } = await browser.signIn('bob@example.org', PASSWORD, { callbackUrl });
        expect([callbackUrl, status, (JSON.parse(text) as { url: string }).url]).toEqual([callbackUrl, 200, to]);
      }
    });

    it('H4: ends everywhere with signing out, also for a copy of its cookie', async () => {
      const [browser, elsewhere] = [new Browser(server()), new Browser(server())];
      await browser.signIn('bob@example.org', PASSWORD);
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
      expect([await browser.who(), await elsewhere.who()]).toEqual(['bob@example.org', 'bob@example.org']);
      // Not by GET, which a link or an image could send.
      await browser.get('/api/auth/signout');
      expect(await browser.who()).toBe('bob@example.org');
      expect((await browser.signOut()).status).toBe(200);
      expect(browser.cookies.has('scrollback.session')).toBe(false);
      expect([await browser.who(), await elsewhere.who()]).toEqual([null, null]);
    });

    it('H4: ends on the other device when the password changes, and the old password is no good', async () => {
      const [here, there] = [new Browser(server()), new Browser(server())];
      for (const browser of [here, there]) await browser.signIn('bob@example.org', PASSWORD);
      expect((await here.call('users.changePassword', { current: 'a wrong one', next: NEXT })).status).toBe(403);
      expect((await here.call('users.changePassword', { current: PASSWORD, next: NEXT })).status).toBe(200);
      expect([await here.who(), await there.who()]).toEqual([null, null]);
      expect((await there.signIn('bob@example.org', PASSWORD)).status).toBe(401);
      expect((await there.signIn('bob@example.org', NEXT)).status).toBe(200);
    });

    it('H4: ends with the next request when its person gets another role, or is disabled', async () => {
      const [owner, browser] = [new Browser(server()), new Browser(server())];
      await owner.signIn('owner@example.org', PASSWORD);
      for (const change of [{ role: 'operator' }, { role: 'member' }, { isDisabled: true }]) {
        await browser.signIn('bob@example.org', NEXT);
        expect(await browser.who()).toBe('bob@example.org');
        expect((await owner.call('users.change', { email: 'bob@example.org', ...change })).status).toBe(200);
        expect(await browser.who()).toBeNull();
      }
      expect((await browser.signIn('bob@example.org', NEXT)).status).toBe(401);
    });
  });
}
