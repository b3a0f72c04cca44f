import { type Ask, type Reply, send } from './http.ts';
import type { Served } from './server.ts';

let addresses = 0;

/** A person's browser: it keeps cookies, names its origin, and signs in as the sign-in page does. */
export class Browser {
  readonly served: Pick<Served, 'port' | 'origin'>;
  readonly cookies = new Map<string, string>();
  /** The `Set-Cookie` lines of the last answer. */
  lastSetCookies: readonly string[] = [];

  /** Where it stands, as a proxy in front of the server says: one that fails to sign in slows nobody else down. */
  readonly #address: string;

  constructor(served: Pick<Served, 'port' | 'origin'>) {
    this.served = served;
    addresses += 1;
    this.#address = `198.51.100.${addresses}`;
  }

  async ask(ask: Ask): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await send(this.served.port, {
      ...ask,
      headers: {
        'x-forwarded-for': this.#address,
        ...(cookie === '' ? {} : { cookie }),
        ...(ask.method === undefined ? {} : { origin: this.served.origin }),
        ...ask.headers,
      },
    });
    this.lastSetCookies = reply.headers['set-cookie'] ?? [];
    for (const line of this.lastSetCookies) this.#keep(line);
    return reply;
  }

  get(path: string): Promise<Reply> {
    return this.ask({ path });
  }

  /** The answer of a call, or its refusal. */
  async call<Data>(procedure: string, input: unknown): Promise<{ status: number; data: Data | null; message: string }> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(input ?? null);
    const { status, text } = await this.ask({ method: 'POST', path: `/api/trpc/${procedure}`, headers, body });
    const parsed = JSON.parse(text) as { result?: { data: Data }; error?: { message: string } };
    return { status, data: parsed.result?.data ?? null, message: parsed.error?.message ?? '' };
  }

  async signIn(email: string, password: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.#post('/api/auth/callback/credentials', { email, password, ...more });
  }

  signOut(): Promise<Reply> {
    return this.#post('/api/auth/signout', {});
  }

  async who(): Promise<string | null> {
    return (await this.call<{ email: string }>('users.me', null)).data?.email ?? null;
  }

  async #post(path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
    const { csrfToken } = JSON.parse((await this.get('/api/auth/csrf')).text) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/', ...fields }).toString();
    return this.ask({ method: 'POST', path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const isOver = attributes.some((each) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(each));
    if (isOver || pair.slice(at + 1) === '') this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
