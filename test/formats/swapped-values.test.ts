import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../server/contract/transcript.ts';
import { adapterByFormat } from '../../server/formats/registry.ts';
import { damagesOf } from '../bench/fault-damages.ts';
import { faultFile } from '../bench/fault-files.ts';
import { checkReading, readWith } from './conformance-checks.ts';

const MILLISECONDS_MAX = 5000;
/** It has no divisor in common with the number of values, so that each value is tried in many places. */
const STRIDE = 17;

/** F7: among the values are 200,000 nested lists, `__proto__`, lone surrogates, numbers beyond all bounds, and a key twice. */
describe.each(FORMATS)('F7: a file of %s with any value in any place', (format) => {
  const file = faultFile(format, { number: 3, word: 'kestrel' });
  const swaps = damagesOf(format)
    .filter(({ kind }) => kind === 'value swapped')
    .filter((_, at) => at % STRIDE === 0);
  const context = { path: `/home/ann/${file.name}`, companions: [] };

  it(`never throws and keeps every record once, and neither do its parts (${swaps.length} files)`, () => {
    const adapter = adapterByFormat(format);
    expect(swaps.length).toBeGreaterThan(50);
    for (const [at, { apply }] of swaps.entries()) {
      const bytes = apply(file, at);
      const startedMs = performance.now();
      try {
        const reading = readWith(adapter, bytes, context);
        expect(reading.records).toBe(file.records.length);
        checkReading(reading);
      } catch (cause) {
        throw new Error(`swap ${at}`, { cause });
      }
      expect(performance.now() - startedMs, `swap ${at}`).toBeLessThan(MILLISECONDS_MAX);
    }
    expect('isAdmin' in {}).toBe(false);
  });
});
