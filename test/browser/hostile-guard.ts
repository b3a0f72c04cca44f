import type { Page } from 'playwright-core';

/** What the pages of a window did that no text may make them do, and for how long they held still. */
export class Guard {
  readonly deeds: string[] = [];
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Hears of scripts that run, dialogs, windows, downloads and what the policy refuses. Before the first page is opened. */
  static async over(page: Page): Promise<Guard> {
    const guard = new Guard(page);
    const note = (deed: string): void => void guard.deeds.push(deed);
    await page.exposeFunction('canary', (what: unknown) => note(`ran: ${String(what)}`));
    await page.exposeFunction('noteRefusal', note);
    page.on('dialog', (dialog) => {
      note(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => note(`window: ${popup.url()}`));
    page.on('download', (download) => note(`download: ${download.url()}`));
    page.on('framenavigated', (frame) => {
      // A frame that the policy refused shows a page of the browser's own.
      if (frame !== page.mainFrame() && !frame.url().startsWith('chrome-error:')) note(`frame: ${frame.url()}`);
    });
    await page.addInitScript(listen);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return guard;
  }

  /** The longest time, in ms, that the page was deaf since it began to load. */
  async longestBlockMs(): Promise<number> {
    return this.#page.evaluate(() => Math.max(0, ...((globalThis as { blocksMs?: number[] }).blocksMs ?? [])));
  }
}

/** Runs in each page before anything of it. */
function listen(): void {
  const blocksMs: number[] = [];
  const { noteRefusal } = globalThis as unknown as { noteRefusal: (text: string) => void };
  Object.assign(globalThis, { blocksMs });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocksMs.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    noteRefusal(`refused: ${violatedDirective} ${blockedURI}`);
  });
}

/** Opens all that is folded, again and again until nothing is left that opens something. */
export async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const opened = await page.evaluate(() => {
      const folded = document.querySelectorAll<HTMLElement>(
        '.history-list button[aria-expanded="false"], .history-list details:not([open]) > summary',
      );
      for (const each of folded) each.click();
      return folded.length;
    });
    if (opened === 0) break;
    await page.waitForFunction(() => document.querySelector('.tool-part .skeleton') === null);
  }
}

/** What is wrong with a part of the page as it stands, one line each. */
export function faultsOf(page: Page, part: string): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const faults: string[] = [];
    const main = document.querySelector(selector);
    if (main === null) return [`there is no ${selector}`];
    const LIVE =
      'script, iframe, frame, object, embed, base, meta, link, style, video, audio, img, picture, math, template, svg:not(.lucide), marquee';
    for (const each of main.querySelectorAll(LIVE)) faults.push(`an element: ${each.outerHTML.slice(0, 100)}`);
    for (const each of main.querySelectorAll('*')) {
      for (const { name } of each.attributes)
        if (/^on|^srcdoc$/i.test(name)) faults.push(`${each.tagName} has ${name}`);
    }
    for (const form of main.querySelectorAll('form'))
      if (!form.action.startsWith(location.origin)) faults.push(`a form to ${form.action}`);
    for (const name of ['clobbered', 'user-content-clobbered'])
      if (document.getElementById(name) !== null || name in window) faults.push(`clobbers ${name}`);
    if (document.getElementById('content') !== document.querySelector('main')) faults.push('clobbers content');
    for (const { href, rel, target } of main.querySelectorAll('a')) {
      const isOwn = href.startsWith(`${location.origin}/`);
      if (!isOwn && !/^(?:https?|mailto):/.test(href)) faults.push(`a link to ${href}`);
      if (!isOwn && (rel !== 'noopener noreferrer nofollow' || target !== '_blank'))
        faults.push(`an open link to ${href}`);
    }
    // Nothing turns the order or hides, but where it has a label.
    const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u00AD\u3164\u{E0000}-\u{E007F}]/u;
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!UNSEEN.test(text.nodeValue ?? '')) continue;
      const label = text.parentElement?.closest('bdi.hidden-mark');
      if (!label || !getComputedStyle(label, '::before').content.includes(label.getAttribute('data-label') ?? '?'))
        faults.push(`unseen: ${JSON.stringify(text.nodeValue?.slice(0, 60))}`);
    }
    for (const each of main.querySelectorAll('[title], [aria-label]'))
      for (const value of [each.getAttribute('title'), each.getAttribute('aria-label')])
        if (UNSEEN.test(value ?? '')) faults.push(`unseen in an attribute: ${JSON.stringify(value)}`);
    if (UNSEEN.test(document.title)) faults.push(`unseen in the title: ${JSON.stringify(document.title)}`);
    const past = document.documentElement.scrollWidth - innerWidth;
    if (past > 0) faults.push(`the page is ${past} px too wide`);
    return [...new Set(faults)];
  }, part);
}
