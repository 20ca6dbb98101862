// Placeholder rows during a load.
export const SkeletonRows = ({ label, rows = 8 }: { label: string; rows?: number }) => (
  <div role="status" aria-label={label} className="skeleton-rows">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal
      <span key={row} />
    ))}
  </div>
)
