/** The product as it is served, and a real browser in front of it. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import type { Person, Role } from '../../server/contract/actor.ts';
import { Browser as HttpBrowser } from '../served/browser.ts';
import { type Served, startServed } from '../served/server.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.mjs';
import { Watch } from './watch.ts';

export const PASSWORD = 'correct horse battery';

const BUILD_WITHIN_MS = 600_000;
/** For one step on a busy machine. */
const STEP_WITHIN_MS = 20_000;

type Cookie = { readonly name: string; readonly value: string; readonly url: string };
type PageOptions = {
  /** Who is signed in, by one sign-in for all their windows; nobody, if left out. */
  readonly as?: Person;
  /** Problems that the test asks for (see `Watch`). */
  readonly allows?: readonly RegExp[];
};

export class House {
  readonly served: Served;
  readonly #browser: Browser;
  readonly #cookies = new Map<Person, Promise<readonly Cookie[]>>();
  #watches: Watch[] = [];
  #passwordHash: Promise<string> | null = null;

  constructor(served: Served, browser: Browser) {
    this.served = served;
    this.#browser = browser;
  }

  /** A person who can sign in with `PASSWORD`. */
  async addPerson(name: string, role: Role = 'member'): Promise<Person> {
    const { engine } = this.served.store;
    const person = await addTestPerson(engine, `${name}@example.org`, role);
    this.#passwordHash ??= hashPassword(PASSWORD);
    const audit = { personId: person.id, act: 'password-set', subject: null, scope: 'link', results: null } as const;
    await engine.setPassword(person.id, await this.#passwordHash, audit);
    return person;
  }

  /** A new window of a browser that knows nothing of the others. It is watched, and closed when the test ends. */
  async openPage({ as, allows = [] }: PageOptions = {}): Promise<Page> {
    const { origin } = this.served;
    const context = await this.#browser.newContext({
      baseURL: origin,
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(STEP_WITHIN_MS);
    const watch = Watch.over(context, origin);
    for (const pattern of allows) watch.allow(pattern);
    this.#watches.push(watch);
    if (as !== undefined) {
      const cookies = this.#cookies.get(as) ?? this.#signIn(as);
      this.#cookies.set(as, cookies);
      await context.addCookies([...(await cookies)]);
    }
    return context.newPage();
  }

  /** Closes all windows, and gives what went wrong in them. */
  async endTest(): Promise<readonly string[]> {
    const problems = this.#watches.flatMap((watch) => watch.problems);
    this.#watches = [];
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
    return problems;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.served.stop();
  }

  async #signIn(person: Person): Promise<readonly Cookie[]> {
    const browser = new HttpBrowser(this.served);
    const { status } = await browser.signIn(person.email, PASSWORD);
    if (status !== 200) throw new Error(`${person.email} could not sign in: ${status}.`);
    return [...browser.cookies].map(([name, value]) => ({ name, value, url: this.served.origin }));
  }
}

/** One house for the tests of a file, opened before the first. Each test fails for what its pages did wrong. */
export function openHouse(options: Parameters<typeof startServed>[0] = {}): () => House {
  let house: House | null = null;
  beforeAll(async () => {
    const executablePath = findChromium(process.env);
    const served = await startServed(options);
    try {
      house = new House(served, await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] }));
    } catch (cause) {
      await served.stop();
      throw cause;
    }
  }, BUILD_WITHIN_MS);
  afterEach(async () => {
    expect(await house?.endTest()).toEqual([]);
  });
  afterAll(() => house?.close());
  return () => {
    if (house === null) throw new Error('The house is not open.');
    return house;
  };
}
