import { describe, expect, it } from 'vitest';
import { splitUserText } from '../../server/formats/codex/user-text.ts';
import fc from '../support/property.ts';

const own = (text: string) => splitUserText(text).own;

describe('a user’s text', () => {
  it.each([
    ['# AGENTS.md instructions for /home/ann\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>'],
    ['<user_instructions>\nBe brief.\n</user_instructions>'],
    ['<environment_context>\n<cwd>/home</cwd>\n</environment_context>'],
    ['<permissions instructions>\nread only\n</permissions instructions>'],
    ['<codex_internal_context source="goal">go on</codex_internal_context>'],
    ['<skill>\n<name>x</name>\n</skill>'],
    ['<turn_aborted>\nby the person\n</turn_aborted>'],
    ['<subagent_notification>\n{}\n</subagent_notification>'],
    ['<user_action>\n<action>review</action>\n</user_action>'],
    ['<user_shell_command>\n<command>ls</command>\n</user_shell_command>'],
    ['<environment_context> that is never closed'],
    ['# AGENTS.md without its end'],
  ])('is empty where a program wrote all of it: %s', (text) => {
    expect(splitUserText(`\n${text}\n`)).toEqual({ own: '', injected: [text] });
  });

  it('goes on behind wrappers, however many stand before it', () => {
    const wrappers = ['<recommended_plugins>a</recommended_plugins>', '<INSTRUCTIONS>b</INSTRUCTIONS>'];
    expect(splitUserText(`${wrappers.join('\n')}\n\nsow the peas`)).toEqual({
      own: 'sow the peas',
      injected: wrappers,
    });
  });

  it('starts after what an editor put before the request', () => {
    const files = '# Files mentioned by the user:\n\n## a.csv: /home/a.csv';
    expect(splitUserText(`\n${files}\n\n## My request for Codex:\nread it`)).toEqual({
      own: 'read it',
      injected: [files],
    });
    const editor = '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts';
    expect(own(`${editor}\n\n## My request for Codex:\nwhy?\n`)).toBe('why?');
    expect(own(editor)).toBe(editor);
    expect(own('## My request for Codex: is my own heading')).toBe('## My request for Codex: is my own heading');
  });

  it('keeps tags that a person writes about', () => {
    for (const text of ['why is <environment_context>x</environment_context> there?', '<div>hi</div>', '<skills>', '<'])
      expect(splitUserText(text)).toEqual({ own: text, injected: [] });
  });

  it('is parted without a loss, whatever it is', () => {
    const piece = fc.constantFrom(
      '<environment_context>',
      '</environment_context>',
      '<INSTRUCTIONS>',
      '</INSTRUCTIONS>',
      '# AGENTS.md',
      '# Context from my IDE setup:',
      '## My request for Codex:',
      ' ',
      '\n',
      'word',
      '<',
      '>',
    );
    const bare = (text: string) => text.replaceAll('## My request for Codex:', '').replace(/\s/g, '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parted = splitUserText(text);
        expect(bare([...parted.injected, parted.own].join(''))).toBe(bare(text));
      }),
      { numRuns: 500 },
    );
  });

  it('is parted in linear time', () => {
    const texts = [
      '<environment_context></environment_context>'.repeat(40_000),
      `<skill>${'<'.repeat(2_000_000)}`,
      ' \n'.repeat(1_000_000),
      `<skill ${' '.repeat(2_000_000)}`,
    ];
    const start = process.cpuUsage();
    for (const text of texts) splitUserText(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
  });
});
