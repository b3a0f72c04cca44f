import type { DoctorCheck } from '../contract/doctor.ts';
import type { Engine } from '../engine/engine.ts';

export type Diagnosis = { readonly ok: boolean; readonly checks: readonly DoctorCheck[] };

/** Checks the whole store. It reads counts, never a session's data, and takes seconds for each gigabyte. */
export async function examineAccessUnchecked(engine: Engine): Promise<Diagnosis> {
  const checks = await engine.check();
  return { ok: checks.every((check) => check.ok), checks };
}
