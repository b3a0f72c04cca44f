import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { claimAddress, localUrl, readAddress } from '../../server/launch/address.mjs';

describe('the address to serve on', () => {
  it('is this machine only, port 3000, unless HOST and PORT say otherwise', () => {
    expect(readAddress({})).toEqual({ host: '127.0.0.1', port: 3000 });
    expect(readAddress({ HOST: '0.0.0.0', PORT: '80' })).toEqual({ host: '0.0.0.0', port: 80 });
  });

  it.each(['65536', '-1', '3000x', '1e3', '8080 '.repeat(2)])('refuses PORT=%s', (port) => {
    expect(() => readAddress({ PORT: port })).toThrow(/^PORT is ".*": give a number from 1 to 65535/);
  });

  it('is said in one sentence to be taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(claimAddress({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken: stop what uses it, or choose another, such as PORT=${port + 1} npm run up.`,
    );
    server.close();
    await once(server, 'close');
    expect(await claimAddress({ host: '127.0.0.1', port })).toEqual({ host: '127.0.0.1', port });
  });

  it('is a free port when any will do', async () => {
    const { port } = await claimAddress({ host: '127.0.0.1', port: 0 });
    expect(port).toBeGreaterThan(0);
  });

  it('is refused when it is not of this machine', async () => {
    await expect(claimAddress({ host: '192.0.2.1', port: 0 })).rejects.toThrow('which is no address of this machine');
  });

  it('is shown as a browser on this machine takes it', () => {
    expect(localUrl({ host: '127.0.0.1', port: 3000 })).toBe('http://127.0.0.1:3000');
    expect(localUrl({ host: '0.0.0.0', port: 1 })).toBe('http://localhost:1');
    expect(localUrl({ host: '::1', port: 1 })).toBe('http://[::1]:1');
  });
});
