import { describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { openHouse } from './house.ts';

/** A watch that sees nothing would let every other test pass. */
describe('what fails a browser test', () => {
  const house = openHouse();

  it('is an error of the page, a request that leaves the origin, and an answer that refuses', async () => {
    const page = await house().openPage();
    await page.goto('/sign-in');
    await page.evaluate(() => {
      console.error('planted');
      setTimeout(() => {
        throw new Error('planted too');
      });
    });
    await page.evaluate(() => fetch('/api/trpc/users.me', { method: 'POST' }));
    // The page's own policy refuses before anything is asked.
    await page.evaluate(() => fetch('http://elsewhere.invalid/').catch(() => null));
    const bare = await page.context().newPage(); // no policy here
    await bare.evaluate(() => fetch('http://elsewhere.invalid/', { mode: 'no-cors' }).catch(() => null));
    await bare.setContent('<img src="http://elsewhere.invalid/a.png">', { waitUntil: 'networkidle' });
    const problems = await house().endTest();
    for (const expected of [
      /^planted$/,
      /^uncaught: planted too$/,
      /^415 POST \/api\/trpc\/users\.me$/,
      /Content Security Policy/,
      /^asks elsewhere: http:\/\/elsewhere\.invalid\/$/,
      /^asks elsewhere: http:\/\/elsewhere\.invalid\/a\.png$/,
    ])
      expect(problems).toContainEqual(expect.stringMatching(expected));
  });

  it('is none that the test asked for, and those alone', async () => {
    const page = await house().openPage({ allows: [/^415 POST /] });
    await page.goto('/sign-in');
    await page.evaluate(() => fetch('/api/trpc/users.me', { method: 'POST' }));
    await page.evaluate(() => fetch('/api/trpc/users.me'));
    expect(await house().endTest()).toEqual(['405 GET /api/trpc/users.me']);
  });

  it('is what cannot be read or reached', async () => {
    const page = await house().openPage();
    await page.goto('/sign-in');
    expect(await axeViolations(page)).toEqual([]);
    await page.evaluate(() => {
      const grey = document.createElement('p');
      grey.textContent = 'hardly to be read';
      grey.style.color = '#ddd';
      document.querySelector('main')?.append(grey, document.createElement('button'));
    });
    const rules = new Set((await axeViolations(page)).map((violation) => violation.split(':')[0]));
    expect(rules).toEqual(new Set(['button-name', 'color-contrast']));
  });
});
