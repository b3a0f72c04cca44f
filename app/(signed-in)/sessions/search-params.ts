import { z } from 'zod';
import { type SessionListInput, sessionListInput } from '../../../server/contract/session.ts';

const OPEN_MAX = 50;
const OPAQUE_ID = /^[\w-]{1,100}$/;

/** Which archived sessions are listed. The address leaves `no` out. */
export const ARCHIVED = ['no', 'yes', 'all'] as const;

/** A value of the wrong form counts as none: an address may come from anywhere. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

const { kinds, format, project, label, agentId, person } = sessionListInput.shape;

const listParams = z.object({
  q: lenient(z.string().trim().min(1).max(200)),
  agent: lenient(agentId.unwrap()),
  kind: lenient(kinds.unwrap().element),
  format: lenient(format.unwrap()),
  project: lenient(project.unwrap()),
  label: lenient(label.unwrap()),
  person: lenient(person.unwrap()),
  archived: z.enum(ARCHIVED).catch('no'),
  open: z
    .string()
    .transform((text) => text.split('.').filter((id) => OPAQUE_ID.test(id)))
    .transform((ids) => [...new Set(ids)].slice(0, OPEN_MAX))
    .catch([]),
});

/** What the list shows: filters, and the sessions whose children are open in place. */
export type ListParams = Readonly<z.infer<typeof listParams>>;

type RawParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the address. Never throws. */
export function readListParams(raw: RawParams): ListParams {
  return listParams.parse(raw);
}

/** The address of a list, with what differs from the plain one. */
export function listHref(params: ListParams): string {
  const { archived, open, ...filters } = params;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) query.set(name, value);
  }
  if (archived !== 'no') query.set('archived', archived);
  if (open.length > 0) query.set('open', open.join('.'));
  return query.size === 0 ? '/sessions' : `/sessions?${query.toString()}`;
}

/** Values as the address writes them; undefined takes one away. */
export type ListChange = Readonly<Partial<Record<keyof ListParams, string | undefined>>>;

export const NO_FILTERS: ListChange = {
  ...{ q: undefined, agent: undefined, kind: undefined, format: undefined },
  ...{ project: undefined, label: undefined, person: undefined, archived: undefined },
};

/** The address after a change of the one whose query is `search`. */
export function changedHref(search: string, change: ListChange): string {
  return listHref(readListParams({ ...Object.fromEntries(new URLSearchParams(search)), ...change }));
}

/** True when the list shows what matches, flat; else it shows spawn trees from their roots. */
export function isFiltered({ archived, open: _, ...filters }: ListParams): boolean {
  return archived === 'yes' || Object.values(filters).some((value) => value !== undefined);
}

/** What to ask `sessions.list` for. */
export function listInput(params: ListParams): SessionListInput {
  const { q, agent, kind, archived } = params;
  return {
    ...(q === undefined ? {} : { search: q }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(params.format === undefined ? {} : { format: params.format }),
    ...(params.project === undefined ? {} : { project: params.project }),
    ...(params.label === undefined ? {} : { label: params.label }),
    ...(params.person === undefined ? {} : { person: params.person }),
    ...(isFiltered(params) ? {} : { parent: 'none' }),
    archived: archived === 'all' ? 'all' : archived === 'yes',
  };
}
