import type { BrowserContext, Page, Request } from 'playwright-core';

/** What a page must not do; a test that lets one happen fails, unless it said before that it would. */
export class Watch {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #origin: string;

  private constructor(origin: string) {
    this.#origin = origin;
  }

  /** Notes what leaves the origin; the browser itself finds no other one (see `CHROMIUM_FLAGS`). */
  static over(context: BrowserContext, origin: string): Watch {
    const watch = new Watch(origin);
    context.on('page', (page) => watch.#follow(page));
    return watch;
  }

  /** A refusal that the test asks for, such as a wrong password. Problems read `401 POST /path`, or what the console says. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  get problems(): readonly string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  #follow(page: Page): void {
    const note = (problem: string): void => void this.#problems.push(problem);
    page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      // A refused request is noted below, with its address.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) note(message.text());
    });
    page.on('websocket', (socket) => note(`opens a socket to ${socket.url()}`));
    page.on('request', (request) => {
      if (!this.#isOwn(request)) note(`asks elsewhere: ${request.url()}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Leaving a page breaks off what it still asked for.
      if (this.#isOwn(request) && reason !== 'net::ERR_ABORTED') note(`${reason} ${placeOf(request)}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${response.status()} ${placeOf(response.request())}`);
    });
  }

  #isOwn(request: Request): boolean {
    const url = new URL(request.url());
    return url.origin === this.#origin || url.protocol === 'data:' || request.url().startsWith(`blob:${this.#origin}/`);
  }
}

function placeOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
