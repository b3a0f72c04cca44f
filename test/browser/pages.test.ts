import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { axeViolations } from './axe.ts';
import { openHouse } from './house.ts';
import { importFixtures } from './import-fixtures.ts';

type Visitor = 'nobody' | 'owner' | 'member';
type PageCase = {
  readonly path: string;
  readonly as: Visitor;
  /** What the first heading says. */
  readonly h1: RegExp;
  readonly status?: 404;
};

/** Every page. `SESSION`, `SETUP` and `INVITE` stand for a session of the owner and for good links. */
const PAGES: readonly PageCase[] = [
  { path: '/sign-in', as: 'nobody', h1: /^Sign in to Scrollback$/ },
  { path: '/setup?token=SETUP', as: 'nobody', h1: /^Choose your password$/ },
  { path: '/invite/INVITE', as: 'nobody', h1: /^Welcome: choose your password$/ },
  { path: '/invite/over', as: 'nobody', h1: /^This link is over$/ },
  { path: '/no/such/page', as: 'nobody', h1: /^Not found$/, status: 404 },
  { path: '/search', as: 'owner', h1: /./ },
  { path: '/search?q=labels', as: 'owner', h1: /./ },
  { path: '/search?q=nothingholdsthis', as: 'owner', h1: /./ },
  { path: '/sessions', as: 'owner', h1: /^Sessions$/ },
  { path: '/sessions/SESSION', as: 'owner', h1: /./ },
  { path: '/sessions/never-was', as: 'owner', h1: /^Not found$/, status: 404 },
  { path: '/sources', as: 'owner', h1: /^Sources$/ },
  { path: '/connect', as: 'owner', h1: /^Connect an agent$/ },
  { path: '/welcome', as: 'owner', h1: /^Bring in transcripts$/ },
  { path: '/team', as: 'owner', h1: /^Team$/ },
  { path: '/settings', as: 'owner', h1: /^Account$/ },
  { path: '/settings/tokens', as: 'owner', h1: /^Tokens$/ },
  { path: '/search', as: 'member', h1: /./ },
  { path: '/sessions', as: 'member', h1: /^Sessions$/ },
  { path: '/sources', as: 'member', h1: /^Sources$/ },
  { path: '/welcome', as: 'member', h1: /^Bring in transcripts$/ },
  { path: '/team', as: 'member', h1: /^Not found$/, status: 404 },
];

/** Both ends of what is promised. The page is loaded on the narrow one, where it differs most from what a server guesses. */
const SCREENS = [
  { colorScheme: 'dark', width: 360, height: 740 },
  { colorScheme: 'light', width: 1440, height: 900 },
] as const;

describe('every page', () => {
  const house = openHouse();
  const people = new Map<Visitor, Person>();
  const names = new Map<string, string>();

  beforeAll(async () => {
    for (const role of ['owner', 'member'] as const) people.set(role, await house().addPerson(role, role));
    const owner = people.get('owner') as Person;
    const guest = await house().addPerson('guest');
    const [session = ''] = await importFixtures(house().served, owner);
    names.set('SESSION', session);
    names.set('INVITE', await house().served.token(guest));
    names.set('SETUP', await house().served.token(await house().addPerson('second', 'owner')));
  });

  it.each(PAGES)('$path for $as is whole, dark on a phone and light on a wide screen', async (each) => {
    const person = people.get(each.as);
    const path = each.path.replace(/[A-Z]{5,}/, (name) => names.get(name) ?? name);
    const page = await house().openPage({
      ...(person === undefined ? {} : { as: person }),
      allows: each.status === undefined ? [] : [new RegExp(`^${each.status} GET ${path}$`)],
    });
    for (const [index, { colorScheme, ...size }] of SCREENS.entries()) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      if (index === 0) {
        const reply = await page.goto(path, { waitUntil: 'networkidle' });
        expect(reply?.status()).toBe(each.status ?? 200);
      }
      const headings = await page.getByRole('heading', { level: 1 }).allTextContents();
      expect([headings.length, headings[0]]).toEqual([1, expect.stringMatching(each.h1)]);
      expect(await page.title()).toMatch(/^.+ · Scrollback$/);
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await axeViolations(page)).toEqual([]);
    }
  });
});
