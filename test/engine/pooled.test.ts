import { beforeAll } from 'vitest';
import { bundlePrograms, openPooledTestStore } from '../support/pooled-store.ts';
import { describeEngine } from './conformance/conformance.ts';
import { housesInOneStore } from './house.ts';

beforeAll(bundlePrograms, 60_000);

describeEngine('pooled', { open: openPooledTestStore, openHouse: housesInOneStore(openPooledTestStore) });
