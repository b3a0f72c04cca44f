import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';
import { Browser } from './browser.ts';
import type { Served } from './server.ts';

const PASSWORD = 'correct horse battery';
/** Said in everything that is sent, and in no line of a log. */
const WORD = 'heliotrope';
const FORGED = `{"time":"2026-01-01T00:00:00.000Z","level":"error","event":"${WORD}"}`;
const ATTACKS = [
  `${WORD}\r\n${FORGED}`,
  `${WORD}\u001B[2J\u001B]0;x\u0007`,
  `${WORD}","level":"error","x":"`,
  `${WORD}\u2028\u202E\0`,
];

/** What somebody sends who wants to write into the log. */
export function hostileCases(server: () => Served): void {
  describe('the log of a server that is lied to', () => {
    let person: Browser;
    let session = '';

    beforeAll(async () => {
      const served = server();
      const { store } = served;
      const mallory = await addTestPerson(store.engine, 'mallory@example.org');
      await saveTestTranscript(writer(store.engine, mallory), { entries: [{ id: 'a', text: 'a plain word' }] });
      person = new Browser(server());
      await person.call('users.choosePassword', { token: await served.token(mallory), email: '', password: PASSWORD });
      await person.signIn(mallory.email, PASSWORD);
      const list = await person.call<{ sessions: { sessionId: string }[] }>('sessions.list', {});
      session = list.data?.sessions[0]?.sessionId ?? '';
      expect(session).not.toBe('');
    });

    it.each(ATTACKS)('E10: holds whole JSON lines only, and nothing of what was sent: %j', async (attack) => {
      const before = server().log().length;
      const statuses = [
        (await person.call('sessions.search', { query: attack })).status,
        (await person.call('sessions.search', { query: `("${attack} agent:${'x'.repeat(5000)}` })).status,
        (await person.call('sessions.update', { session, patch: { title: attack } })).status,
        (await person.call('sessions.history', { session: attack })).status,
        (await person.call(encodeURIComponent(attack), null)).status,
        (await person.get(`/search?q=${encodeURIComponent(attack)}`)).status,
        (await person.get(`/sessions/${encodeURIComponent(attack)}`)).status,
        (await person.signIn(`${attack}@example.org`, attack)).status,
      ];
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(statuses).toContain(200);
      // As it is, byte for byte: clients of HTTP refuse to send such headers.
      const head = (agent: string): string =>
        `GET /api/health HTTP/1.1\r\nHost: localhost:${server().port}\r\nUser-Agent: ${agent}\r\nReferer: ${agent}\r\nConnection: close\r\n\r\n`;
      expect(await answerTo(head(attack))).toMatch(/^HTTP\/1\.1 (?:200|400)/);
      const lines = server()
        .log()
        .slice(before)
        .split('\n')
        .filter((line) => line !== '');
      for (const line of lines)
        expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), event: expect.any(String) });
      expect(lines.join('\n')).not.toContain(WORD);
    });

    async function answerTo(request: string): Promise<string> {
      const socket = connect(server().port, '127.0.0.1');
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.write(request);
      await once(socket, 'close');
      return answer;
    }
  });
}
