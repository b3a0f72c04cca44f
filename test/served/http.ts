/** Requests as they are written: nothing of a path, a Host or a header is mended on the way. */
import { type IncomingHttpHeaders, request } from 'node:http';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** True when the server agreed to speak another protocol. */
  readonly isUpgraded: boolean;
};

export type Ask = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly giveUpAfterMs?: number;
};

export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, giveUpAfterMs = 0 }: Ask,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const all = { host: `localhost:${port}`, ...headers };
    const asking = request({ host: '127.0.0.1', port, method, path, headers: all, agent: false });
    asking.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '', isUpgraded: true });
    });
    asking.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, isUpgraded: false }),
      );
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.setTimeout(giveUpAfterMs, () => asking.destroy(new Error('There is no answer.')));
    asking.end(body);
  });
}
