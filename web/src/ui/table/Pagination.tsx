// The pages of a list: the first, the last, those near the current one, and one step in each direction.
import { numberText } from '../../lib/number-text.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Icon } from '../icons.tsx'
import '../pagination.css'

/** The first page, the last, and those within `around` of the current one; 0 marks omitted pages. */
export const pageLine = (page: number, last: number, around: number): readonly number[] => {
  const pages = Array.from({ length: last }, (_, index) => index + 1).filter(
    (at) => at === 1 || at === last || Math.abs(at - page) <= around,
  )
  return pages.flatMap((at, index) => {
    const skipped = at - (pages[index - 1] ?? at) - 1
    // A single omitted page takes no more room than the ellipsis.
    return skipped > 0 ? [skipped === 1 ? at - 1 : 0, at] : [at]
  })
}

type Props = {
  page: number
  pageSize: number
  total: number
  /** For a narrow box: shows fewer pages. */
  narrow?: boolean
  onPage: (page: number) => void
}

/** Renders nothing if there is one page. */
export const Pagination = ({ page, pageSize, total, narrow = false, onPage }: Props) => {
  const phone = useMedia(PHONE)
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  const step = (by: 1 | -1, label: string, icon: 'left' | 'right') => {
    const to = page + by
    return (
      <button
        type="button"
        className="pages__page centred ink rounded"
        aria-label={label}
        disabled={to < 1 || to > last}
        onClick={() => onPage(to)}
      >
        <Icon name={icon} size={14} />
      </button>
    )
  }
  return (
    <nav className="pages gap-6" aria-label="Páginas">
      {step(-1, 'Página anterior', 'left')}
      {pageLine(page, last, phone ? 0 : narrow ? 1 : 2).map((at, index) =>
        at === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: at most two, one on each side
          <span key={`gap ${index}`} className="pages__gap muted text-center" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={at}
            type="button"
            className="pages__page centred ink rounded"
            aria-label={`Página ${at}`}
            aria-current={at === page ? 'page' : undefined}
            onClick={() => onPage(at)}
          >
            {numberText(at)}
          </button>
        ),
      )}
      {step(1, 'Página siguiente', 'right')}
    </nav>
  )
}
