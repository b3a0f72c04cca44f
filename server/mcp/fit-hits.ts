import type { Hit } from '../contract/search.ts';
import { jsonBytes } from './json-bytes.ts';

/** Of the results of a search, as UTF-8 bytes of their JSON array. */
export const RESULTS_MAX_BYTES = 32_768;

/** The best hits that fit: whole ones are dropped from the end. */
export function fitHits(hits: readonly Hit[]): readonly Hit[] {
  let bytes = '[]'.length;
  const over = hits.findIndex((hit, index) => {
    bytes += jsonBytes(hit) + (index === 0 ? 0 : ','.length);
    return bytes > RESULTS_MAX_BYTES;
  });
  return over === -1 ? hits : hits.slice(0, over);
}
