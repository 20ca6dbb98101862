// The placeholder of the first load: rows with the height of the real ones.
import '../listing.css'

export const TableSkeleton = ({ label, rows, columns }: { label: string; rows: number; columns: number }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows + 1 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without id
      <div key={row} className="skeleton__row row ruled">
        {Array.from({ length: Math.min(columns, 10) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells without id
          <span key={i} />
        ))}
      </div>
    ))}
  </div>
)
