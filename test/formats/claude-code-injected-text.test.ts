import { describe, expect, it } from 'vitest';
import { stripInjected } from '../../server/formats/claude-code/injected-text.ts';
import fc from '../support/property.ts';

const cases: readonly (readonly [text: string, left: string])[] = [
  ['  plain words \n', 'plain words'],
  ['a < b and c > d, x<y', 'a < b and c > d, x<y'],
  ['<system-reminder>\nbe nice\n</system-reminder>', ''],
  ['<system-reminder>one</system-reminder>\nfix it\n<system-reminder>two</system-reminder>', 'fix it'],
  ['before <system-reminder>x</system-reminder> after', 'before  after'],
  ['<system_reminder>x</system_reminder>ok', 'ok'],
  ['<command-message>init</command-message>\n<command-name>/init</command-name>', ''],
  ['<command-name>/fix</command-name>\n<command-args>the <b>login</b> page</command-args>', 'the <b>login</b> page'],
  ['<command-name>/fix</command-name><command-args></command-args>', ''],
  ['<command-args>one <system-reminder>x</system-reminder>two</command-args>', 'one two'],
  ['<bash-input>git status</bash-input>', 'git status'],
  ['<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>', ''],
  ['<local-command-caveat>Caveat: The messages below…</local-command-caveat>', ''],
  ['<local-command-stdout>Goodbye!</local-command-stdout>', ''],
  ['<task-notification>\n<task-id>7</task-id>\n</task-notification>', ''],
  ['<teammate-message from="x" color="red">hello</teammate-message>', ''],
  ['<ide_opened_file>The user opened a.ts</ide_opened_file>why is this slow?', 'why is this slow?'],
  ['Caveat: The messages below were generated', ''],
  ['This session is being continued from a previous conversation that ran out of context.', ''],
  ['<system-reminder>x</system-reminder>\nStop hook feedback:\n- failed', ''],
  ['[Request interrupted by user]', ''],
  ['[Request interrupted by user for tool use]', ''],
  ['[Request interrupted by user] use tabs', 'use tabs'],
  ['why does it say [Request interrupted by user]?', 'why does it say [Request interrupted by user]?'],
  ['<channel>news</channel>', ''],
  ['my feed: <channel>news</channel>', 'my feed: <channel>news</channel>'],
  ['<div>why is this not centred?</div>', '<div>why is this not centred?</div>'],
  ['<system-reminder>never closed', ''],
  ['what is <system-reminder> for?', 'what is <system-reminder> for?'],
  ['</system-reminder> and </command-args> alone', '</system-reminder> and </command-args> alone'],
  ['<system-reminder>a</system-reminder><tick>b</tick> c', 'c'],
  ['<Command-Name>x</Command-Name>', '<Command-Name>x</Command-Name>'],
];

describe('injected text', () => {
  it.each(cases)('of %j leaves %j', (text, left) => {
    expect(stripInjected(text)).toBe(left);
  });

  it('never leaves what a closed reminder held', () => {
    const piece = fc.constantFrom(
      '<system-reminder>',
      '</system-reminder>',
      '<tick>',
      '</tick>',
      '<',
      '>',
      'word ',
      '\n',
      '<bash-input>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (before, after) => {
        const text = `${before.join('')}<system-reminder>SECRET</system-reminder>${after.join('')}`;
        expect(stripInjected(text)).not.toContain('SECRET');
      }),
      { numRuns: 1000 },
    );
  });

  it('takes time in line with the length, whatever is opened and never closed', () => {
    const size = 300_000;
    const hostile = [
      '<'.repeat(size),
      'x<system-reminder>'.repeat(size / 18),
      `<tick></tick>${' '.repeat(size)}${'<'.repeat(size)}`,
      '<system-reminder a'.repeat(size / 18),
      `<system-reminder ${'a '.repeat(size)}`,
      '<bash-input>'.repeat(size / 12),
      '<system-reminder></system-reminder>'.repeat(size / 35),
      '[Request interrupted by user'.repeat(size / 28),
      '\u00a0'.repeat(size),
    ];
    const start = performance.now();
    for (const text of hostile) stripInjected(text);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
