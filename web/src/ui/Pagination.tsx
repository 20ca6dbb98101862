// The pages of a list: the first, the last, those around the present one, and one step either way.
import { numberText } from '../lib/number-text.ts'
import { PHONE, useMedia } from '../lib/use-media.ts'
import { Icon } from './icons.tsx'
import './pagination.css'

/**
 * The first page, the last, and those up to `around` from the present one; 0 stands for those left out between two of
 * them.
 */
export const pageLine = (page: number, last: number, around: number): readonly number[] => {
  const pages = Array.from({ length: last }, (_, index) => index + 1).filter(
    (at) => at === 1 || at === last || Math.abs(at - page) <= around,
  )
  return pages.flatMap((at, index) => {
    const skipped = at - (pages[index - 1] ?? at) - 1
    // One alone takes no more room than the sign for it.
    return skipped > 0 ? [skipped === 1 ? at - 1 : 0, at] : [at]
  })
}

type Props = {
  page: number
  pageSize: number
  total: number
  /** In a narrow box: fewer of them. */
  narrow?: boolean
  onPage: (page: number) => void
}

/** Nothing where one page holds all. */
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
