import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, from a measured run: begun last, one of them would go on alone. */
const LONG = [
  'worlds/worlds',
  'live/push',
  'engine/pooled',
  'cli/export-large',
  'served/served',
  'worlds/variants',
  'engine/local',
  'leak',
  'ingest/large-files',
  'mcp/client',
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
