'use client';

/** Says what went wrong, and is read out when it appears. Keeps its place, so nothing jumps. */
export function FormError({ text }: { readonly text: string | null }) {
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  );
}
