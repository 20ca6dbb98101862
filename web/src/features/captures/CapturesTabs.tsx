// Why a person must act: the three lists, each with how many wait in it.
import { WORK_LISTS, type WorkList } from '@padron/contract/captures'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import type { CapturesSearch, ChangeCaptures } from './search.ts'

export type Counts = Readonly<Record<WorkList, number>>
const LISTS = Object.entries(WORK_LISTS) as readonly (readonly [WorkList, string])[]

/** What the address says: nothing for the first of them. */
export const listValue = (list: WorkList): CapturesSearch['list'] => (list === 'asked' ? undefined : list)

type Props = { search: CapturesSearch; change: ChangeCaptures; counts: Counts | undefined }

export const CapturesTabs = ({ search, change, counts }: Props): ReactNode => (
  <nav className="lists flex gap-4 scroll-x" aria-label="Listas de captura">
    {LISTS.map(([key, title]) => (
      <button
        key={key}
        type="button"
        className="lists__one hover-ink ring-inside row-inline gap-8 rigid muted"
        {...(key === (search.list ?? 'asked') && { 'aria-current': 'page' })}
        onClick={() => change({ list: listValue(key) })}
      >
        {title}
        {counts && (
          <span className="lists__count tiny muted regular figures-text text-center soft">
            {numberText(counts[key])}
          </span>
        )}
      </button>
    ))}
  </nav>
)
