import { describe, expect, it } from 'vitest';
import { kindOfKey, parseSessionKey } from '../../server/formats/openclaw/keys.ts';

describe('keys', () => {
  it('without the prefix belong to the folder’s agent', () => {
    expect(parseSessionKey('cron:plants', 'helper')).toMatchObject({
      key: 'agent:helper:cron:plants',
      agentId: 'helper',
    });
    expect(parseSessionKey('main', null)?.key).toBe('agent:main:main');
    expect(parseSessionKey('agent:other:main', 'helper')?.agentId).toBe('other');
  });

  it.each(['', '  ', 'agent:', 'agent::main', 'agent:main:', 'agent:a b:main', 'agent:main:a\u0000b', 'x'.repeat(600)])(
    'are not taken from %j',
    (key) => expect(parseSessionKey(key, null)).toBeNull(),
  );

  it.each([
    ['main', null, 'main'],
    ['telegram:group:-100', null, 'group'],
    ['slack:channel:c1:thread:5', null, 'group'],
    ['telegram:direct:5', null, 'other'],
    ['matrix:room', 'group', 'group'],
    ['cron:plants', null, 'cron'],
    ['cron:plants:run:1', 'group', 'cron'],
    ['hook:1', null, 'hook'],
    ['node:shed', null, 'node'],
    ['node-shed', null, 'node'],
    ['subagent:1', null, 'subagent'],
    ['cron:plants:subagent:1', null, 'subagent'],
    ['tui-1', null, 'other'],
  ])('say the kind: %s (%s) is %s', (rest, chatType, kind) => {
    expect(kindOfKey(rest, chatType)).toBe(kind);
  });
});
