const ROWS = [1, 2, 3, 4, 5, 6];

/** Rows of the size of hits, while the first ones come. */
export function HitSkeleton() {
  return (
    <div aria-hidden>
      {ROWS.map((row) => (
        <div key={row} className="hit">
          <p className="skeleton hit-skeleton-head">.</p>
          <p className="skeleton hit-skeleton-text">.</p>
        </div>
      ))}
    </div>
  );
}
