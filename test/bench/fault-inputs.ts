import { FORMATS, type FormatName } from '../../server/contract/transcript.ts';
import { type Damage, damagesOf } from './fault-damages.ts';
import { faultFile } from './fault-files.ts';

/** Two people import in turn: each file has the ids of one of the other's, and other words. */
export const OWNER_WORDS = ['kestrel', 'dunnock'] as const;
export type OwnerAt = 0 | 1;

export type FaultInput = {
  readonly index: number;
  readonly format: FormatName;
  readonly kind: string;
  readonly owner: OwnerAt;
  /** Path below its owner's folder. */
  readonly name: string;
  readonly bytes: () => Uint8Array;
};

/** `count` of all damages to all formats, evenly taken, or all of them. The same for the same seed, in any process. */
export function faultInputs({ count, seed }: { count: number; seed: number }): readonly FaultInput[] {
  const all = FORMATS.flatMap((format) => damagesOf(format).map((damage) => ({ format, damage })));
  const share = Math.min(1, count / all.length);
  const taken = all.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share));
  return taken.map(({ format, damage }, index) => inputOf({ format, damage, index, seed }));
}

function inputOf(of: { format: FormatName; damage: Damage; index: number; seed: number }): FaultInput {
  const { format, damage, index, seed } = of;
  const owner = index % 2 === 0 ? 0 : 1;
  const making = { number: Math.floor(index / 2), word: OWNER_WORDS[owner] };
  return {
    index,
    format,
    kind: damage.kind,
    owner,
    name: faultFile(format, making).name,
    bytes: () => damage.apply(faultFile(format, making), seed * 1_000_003 + index),
  };
}
