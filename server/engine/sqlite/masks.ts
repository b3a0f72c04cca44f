import { z } from 'zod';
import type { Mask } from '../../contract/redaction.ts';

const masksColumn = z.array(z.strictObject({ offset: z.int().min(0), kind: z.string() }));

/** Masks as they stand in the column: null when there are none. */
export function formatMasks(masks: readonly Mask[]): string | null {
  return masks.length === 0 ? null : JSON.stringify(masks.map(({ offset, kind }) => ({ offset, kind })));
}

export function parseMasks(column: string | null): readonly Mask[] {
  return column === null ? [] : masksColumn.parse(JSON.parse(column));
}
