'use client';

import { type ReactNode, useId, useState } from 'react';
import type { Role } from '../../server/contract/actor.ts';
import { ImportFound } from './import-found.tsx';
import { ImportPaths } from './import-paths.tsx';
import { ImportSamples } from './import-samples.tsx';
import { ImportUpload } from './import-upload.tsx';

/** The ways in: folders of this machine, files of one's own, samples. Members have no way to the machine's disk. */
export function ImportWays({ role }: { readonly role: Role }) {
  const [restoresDeleted, setRestoresDeleted] = useState(false);
  return (
    <div className="import-ways">
      {role === 'member' ? null : (
        <Way title="Found on this machine">
          <ImportFound restoresDeleted={restoresDeleted} />
          <details className="import-group">
            <summary>Name other files or folders</summary>
            <ImportPaths restoresDeleted={restoresDeleted} />
          </details>
        </Way>
      )}
      <Way title="Upload">
        <ImportUpload restoresDeleted={restoresDeleted} />
      </Way>
      <label className="import-restore">
        <input
          type="checkbox"
          checked={restoresDeleted}
          onChange={(event) => setRestoresDeleted(event.currentTarget.checked)}
        />
        <span>
          Bring back what was deleted
          <span className="muted"> Else sessions that were deleted here are left out.</span>
        </span>
      </label>
      <Way title="Samples">
        <ImportSamples />
      </Way>
    </div>
  );
}

function Way({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="import-way" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
