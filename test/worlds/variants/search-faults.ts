/** Ways in which a search can tell of what it does not show. */
import type { Reach } from '../../../server/contract/actor.ts';
import type { SearchPage, SearchRequest } from '../../../server/contract/search.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { textCheck } from '../../../server/engine/sqlite/verify.ts';
import { redact } from '../../../server/redaction/redact.ts';
import { renderMasks } from '../../../server/text/render-masks.ts';
import { column, EVERYTHING, type Variant, visibleIds } from './variant.ts';

const LIMIT_MAX = 100;

/** Another search in place of the engine's. */
function searching(
  search: (engine: Engine, reach: Reach, request: SearchRequest) => Promise<SearchPage>,
): NonNullable<Variant['wrap']> {
  return (engine) => ({ ...engine, search: (reach, request) => search(engine, reach, request) });
}

const run = (engine: Engine, reach: Reach, request: SearchRequest): Promise<SearchPage> =>
  engine.search(reach, request, { id: 'variant', signal: null });

export const limitBeforeFilter: Variant = {
  name: 'a limit that counts what is left out afterwards',
  wrap: searching(async (engine, reach, request) => {
    const page = await run(engine, EVERYTHING, request);
    const seen = await visibleIds(engine, reach);
    const { pending } = await run(engine, reach, request);
    return { ...page, pending, hits: page.hits.filter((hit) => seen.has(hit.sessionId)) };
  }),
};

export const totalOfEverybody: Variant = {
  name: 'a total that counts everybody’s matches',
  wrap: searching(async (engine, reach, request) => {
    const all = await run(engine, EVERYTHING, { ...request, group: 'message', limit: LIMIT_MAX, after: null });
    return { ...(await run(engine, reach, request)), rankedAmong: all.hits.length };
  }),
};

export const pendingOfEverybody: Variant = {
  name: 'an indexing flag that is raised by anybody’s sessions',
  wrap: searching(async (engine, reach, request) => {
    const { pending } = await run(engine, EVERYTHING, request);
    return { ...(await run(engine, reach, request)), pending };
  }),
};

export const rankOfTheIndex: Variant = {
  name: 'an order by the statistics of the whole index',
  seed: 8,
  wrap: (engine, client) => ({
    ...engine,
    search: async (reach, request) => {
      const page = await run(engine, reach, request);
      const { phrases } = textCheck(request.plan.text);
      if (phrases.length === 0 || request.sort !== 'best') return page;
      const ranks = column(
        client,
        `SELECT s.public_id || ' ' || e.native_id AS name FROM entry_index JOIN entry e ON e.id = entry_index.rowid
         JOIN session s ON s.id = e.session_id WHERE entry_index MATCH ? ORDER BY rank, name`,
        `terms : (${phrases.map((phrase) => `"${phrase.terms.join(' ')}"`).join(' OR ')})`,
      );
      const rankOf = (hit: (typeof page.hits)[number]): number => ranks.indexOf(`${hit.sessionId} ${hit.messageId}`);
      return { ...page, hits: page.hits.toSorted((a, b) => rankOf(a) - rankOf(b)) };
    },
  }),
};

export const cursorByPlace: Variant = {
  name: 'a cursor that counts from the start of everybody’s list',
  seed: 2,
  wrap: searching(async (engine, reach, request) => {
    const whole = { ...request, limit: LIMIT_MAX, after: null };
    const everybodys = (await run(engine, EVERYTHING, whole)).hits.map((hit) => `${hit.sessionId} ${hit.messageId}`);
    const own = await run(engine, reach, whole);
    const placeOf = (hit: (typeof own.hits)[number]): number => everybodys.indexOf(`${hit.sessionId} ${hit.messageId}`);
    const rest = own.hits.filter((hit) => request.after === null || placeOf(hit) > request.after.order.position);
    const hits = rest.slice(0, request.limit);
    const last = hits.at(-1);
    if (last === undefined || rest.length === hits.length) return { ...own, hits, next: null };
    const { sessionKey, sessionId, timestamp: timeMs, score } = last;
    const order = { score, timeMs, sessionKey, sessionId, position: placeOf(last) };
    return { ...own, hits, next: { order, newestMs: request.after?.newestMs ?? timeMs, match: own.match } };
  }),
};

const WINDOW = 24;

export const snippetBeforeRedaction: Variant = {
  name: 'a snippet that is cut before it is redacted',
  wrap: searching(async (engine, reach, request) => {
    const page = await run(engine, reach, request);
    const hits = page.hits.map(async (hit) => {
      const raw = await rawText(engine, reach, hit);
      const cut = redact(raw.slice(Math.max(0, raw.length - WINDOW)));
      return { ...hit, snippet: renderMasks(cut.text, cut.masks).text, highlights: [] };
    });
    return { ...page, hits: await Promise.all(hits) };
  }),
};

async function rawText(engine: Engine, reach: Reach, hit: { sessionId: string; messageId: string }): Promise<string> {
  const [session] = await engine.findSessions(reach, hit.sessionId);
  if (session === undefined) return '';
  const records = await engine.recordPlaces(reach, { sessionId: session.id, after: null });
  const said = records.map(
    ({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')) as { id: string; text?: string },
  );
  return said.find(({ id }) => id === hit.messageId)?.text ?? '';
}

export const staleAfterRevoke: Variant = {
  name: 'a page that is kept for whoever asks the same again',
  seed: 3,
  wrap: (engine) => {
    const pages = new Map<string, Promise<SearchPage>>();
    return {
      ...engine,
      openWindow: (ownerId, header) => {
        pages.clear(); // a new world
        return engine.openWindow(ownerId, header);
      },
      search: (reach, request) => {
        const key = JSON.stringify([reach, request]);
        const page = pages.get(key) ?? run(engine, reach, request);
        pages.set(key, page);
        return page;
      },
    };
  },
};

export const operatorSeesAll: Variant = {
  name: 'a search that shows operators what is incognito',
  seed: 6,
  wrap: searching((engine, reach, request) =>
    run(engine, reach.type === 'all-but-incognito' ? EVERYTHING : reach, request),
  ),
};

export const grantsForgotten: Variant = {
  name: 'a search that leaves out what is granted',
  seed: 1,
  wrap: searching((engine, reach, request) =>
    run(engine, reach.type === 'own' ? { type: 'owned', personId: reach.personId } : reach, request),
  ),
};

export const toolsOfGranted: Variant = {
  name: 'tools that are searched in what is granted too',
  seed: 25,
  wrap: searching((engine, reach, request) =>
    run(engine, request.plan.searchesTools && reach.type === 'owned' ? { ...reach, type: 'own' } : reach, request),
  ),
};

export const toolsOfAllBranches: Variant = {
  name: 'tools that are searched on abandoned branches',
  seed: 23,
  wrap: searching((engine, reach, request) => {
    const { plan } = request;
    return run(engine, reach, {
      ...request,
      plan: { ...plan, includesOtherBranches: plan.includesOtherBranches || plan.searchesTools },
    });
  }),
};
