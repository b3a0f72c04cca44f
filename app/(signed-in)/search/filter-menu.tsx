'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { VisibleText } from '../../_parts/visible-text.tsx';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import './filter-menu.css';
import { type FilterOption, filterOptions } from './filter-options.ts';

/** Pixels. */
const EDGE = 16;

type FilterMenuProps = {
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** Gets a filter as it is typed: `agent:ops`. */
  readonly onAdd: (filter: string) => void;
};

/** Finds a filter by its name or by a value, from what the person can see, and puts it into the query. */
export function FilterMenu({ ref, onAdd }: FilterMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
    ref.current?.focus();
  };
  return (
    <div className="filter-menu">
      <button
        ref={ref}
        type="button"
        className="quiet"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Plus size={16} aria-hidden />
        Filter
      </button>
      {isOpen ? (
        <FilterSheet
          onClose={close}
          onLeave={() => setIsOpen(false)}
          onAdd={(filter) => {
            onAdd(filter);
            close();
          }}
        />
      ) : null}
    </div>
  );
}

type FilterSheetProps = {
  readonly onAdd: (filter: string) => void;
  readonly onClose: () => void;
  /** The focus went elsewhere, and stays there. */
  readonly onLeave: () => void;
};

function FilterSheet({ onAdd, onClose, onLeave }: FilterSheetProps) {
  const id = useId();
  const sheet = useRef<HTMLDialogElement>(null);
  const facets = useQuery(useTRPC().sessions.facets.queryOptions());
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const options = filterOptions(typed, facets.data?.facets ?? []);
  usePressOutside(sheet, onLeave);
  useLayoutEffect(() => keepInside(sheet.current), []);
  const type = (text: string): void => {
    setTyped(text);
    setIndex(0);
  };
  const take = (option: FilterOption | undefined): void => {
    if (option === undefined) return;
    if (option.act === 'add') return onAdd(option.text);
    type(option.text);
    sheet.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') take(options[index]);
    else if (event.key === 'Escape') onClose();
    else if (to !== undefined && options.length > 0) setIndex((to + options.length) % options.length);
    else return;
    event.preventDefault();
  };
  const active = options[index] === undefined ? undefined : `${id}-${index}`;
  return (
    <dialog ref={sheet} open className="filter-sheet" aria-label="Add a filter">
      <input
        type="text"
        role="combobox"
        aria-label="Name or value of a filter"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="agent, after, a name …"
        autoFocus
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <FilterOptions id={id} options={options} index={index} onTake={take} />
      <output className="muted">
        {facets.isPending ? 'Loading what there is to filter by …' : null}
        {facets.isError ? `${errorText(facets.error)} Values can still be typed: agent:name.` : null}
        {facets.isSuccess && options.length === 0 ? hintFor(typed) : null}
      </output>
    </dialog>
  );
}

type FilterOptionsProps = {
  readonly id: string;
  readonly options: readonly FilterOption[];
  readonly index: number;
  readonly onTake: (option: FilterOption) => void;
};

function FilterOptions({ id, options, index, onTake }: FilterOptionsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filtered by a field beside it
    <div id={`${id}-list`} role="listbox" aria-label="Filters" className="filter-options">
      {options.map((option, at) => (
        <button
          type="button"
          key={option.label}
          ref={at === index ? bringIntoView : undefined}
          id={`${id}-${at}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element stands in a select only
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          // The field keeps the focus, and with it the keys.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <bdi className="cut">
            <VisibleText text={option.label} />
          </bdi>
          <span className="muted cut">{option.detail}</span>
        </button>
      ))}
    </div>
  );
}

/** The button may be anywhere in its row: a sheet that would pass the right edge is moved to it. */
function keepInside(sheet: HTMLElement | null): void {
  if (sheet === null) return;
  const over = sheet.getBoundingClientRect().right - (document.documentElement.clientWidth - EDGE);
  if (over > 0) sheet.style.translate = `${-over}px 0`;
}

function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function hintFor(typed: string): string {
  return typed.includes(':') ? 'Type the value.' : 'No filter and no value is called that.';
}

/** A press or a focus elsewhere closes what floats. */
function usePressOutside(sheet: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const onPress = ({ target }: Event): void => {
      const around = sheet.current?.parentElement;
      if (target instanceof Node && around?.contains(target) === false) leave();
    };
    window.addEventListener('pointerdown', onPress);
    window.addEventListener('focusin', onPress);
    return () => {
      window.removeEventListener('pointerdown', onPress);
      window.removeEventListener('focusin', onPress);
    };
  }, [sheet]);
}
