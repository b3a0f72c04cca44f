import { readSearchAddress, type SearchParams, searchAddress } from './search-params.ts';

/** The search page's state. The address follows it, and it follows an address that something else wrote. */
export type SearchState = {
  /** What stands in the box. It runs ahead of `asked` while a person types. */
  readonly box: string;
  readonly asked: SearchParams;
  /** True from the first key until Enter: the last word may go on. */
  readonly isTyping: boolean;
  /** The query string that was last seen. */
  readonly address: string;
  /** Query strings that this page writes and that were not seen yet, oldest first: the router tells of them late. */
  readonly written: readonly Written[];
};

export type Written = { readonly address: string; readonly how: 'push' | 'replace'; readonly isChoice: boolean };

export type SearchAct =
  | { readonly type: 'typed'; readonly text: string }
  /** The person paused, or pressed Enter. */
  | { readonly type: 'paused' | 'submitted' }
  | { readonly type: 'changed'; readonly to: Partial<Pick<SearchParams, 'q' | 'sort' | 'group'>> }
  | { readonly type: 'chosen'; readonly at: string }
  | { readonly type: 'moved'; readonly address: string }
  /** Back or Forward: always somebody else's, even where the router never told of what was between. */
  | { readonly type: 'travelled'; readonly address: string };

export function openSearch(address: string): SearchState {
  const asked = readSearchAddress(address);
  return { box: asked.q, asked, isTyping: false, address, written: [] };
}

export function searchReducer(state: SearchState, act: SearchAct): SearchState {
  switch (act.type) {
    case 'typed':
      return { ...state, box: act.text };
    case 'paused':
      return askBox(state, true);
    case 'submitted':
      return askBox(state, false);
    case 'changed':
      return askChanged(state, { ...state.asked, q: state.box, ...act.to });
    case 'chosen':
      return write({ ...state, asked: { ...state.asked, at: act.at } }, { how: 'replace', isChoice: true });
    case 'moved':
      return follow(state, act.address);
    case 'travelled':
      return openSearch(act.address);
  }
}

/** Going back leads to the query before this one, not to each of its letters. */
function askBox(state: SearchState, isTyping: boolean): SearchState {
  const isNew = state.box !== state.asked.q;
  if (!isNew) return state.isTyping === isTyping || isTyping ? state : { ...state, isTyping };
  const asked = { ...state.asked, q: state.box, at: null };
  return write({ ...state, asked, isTyping }, { how: state.isTyping ? 'replace' : 'push', isChoice: false });
}

function askChanged(state: SearchState, to: SearchParams): SearchState {
  const asked = { ...to, at: null };
  const isTyping = state.isTyping && asked.q === state.asked.q;
  return write({ ...state, box: asked.q, asked, isTyping }, { how: 'push', isChoice: false });
}

function write(state: SearchState, by: Omit<Written, 'address'>): SearchState {
  const address = searchAddress(state.asked);
  const last = state.written.at(-1)?.address ?? state.address;
  return address === last ? state : { ...state, written: [...state.written, { address, ...by }] };
}

/** An address that this page wrote is only noted; any other one (Back, a link) starts the page anew. */
function follow(state: SearchState, address: string): SearchState {
  if (address === state.address) return state;
  const index = state.written.findIndex((each) => each.address === address);
  return index < 0 ? openSearch(address) : { ...state, address, written: state.written.slice(index + 1) };
}
