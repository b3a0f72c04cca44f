import { openTestStore } from '../support/test-store.ts';
import { describeEngine } from './conformance/conformance.ts';
import { separateHouses } from './house.ts';

describeEngine('local', { open: openTestStore, openHouse: separateHouses(openTestStore) });
