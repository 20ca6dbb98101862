// A screen with a list in pages: heading with the exact total, filters, rows, and pages. First load, reload, failure
// and an empty list look the same on all of them.
import { notANumber, outOfRange } from '@padron/contract/assets'
import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Pagination } from '../table/Pagination.tsx'
import { TableSkeleton } from '../table/TableSkeleton.tsx'
import { ListFrame } from './ListFrame.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { useKeepFocus } from './use-keep-focus.ts'

const faultOf = (text: string, last: number): string | undefined => {
  if (!/^\d+$/.test(text)) return notANumber('Página')
  return Number(text) < 1 || Number(text) > last ? outOfRange('Página', 1, last) : undefined
}

type GoToPageProps = { page: number; last: number; onPage: (page: number | undefined) => void }

const GoToPage = ({ page, last, onPage }: GoToPageProps) => {
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const go = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = text.trim()
    const wrong = wanted === '' ? undefined : faultOf(wanted, last)
    setFault(wrong)
    if (wanted === '' || wrong) return
    setText('')
    const to = Number(wanted)
    if (to !== page) onPage(to === 1 ? undefined : to)
  }
  return (
    <form className="go-to no-print row gap-8" onSubmit={go} noValidate>
      <label htmlFor={id}>Ir a la página</label>
      <input
        id={id}
        type="text"
        placeholder="N.º"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={text}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        onChange={({ target }) => setText(target.value)}
      />
      <span id={`${id}-fault`} role="alert" className="go-to__fault small debt-text">
        {fault}
      </span>
    </form>
  )
}

/** The noun of the list: 'vehículo', 'vehículos', and for an empty list `none` or 'Sin vehículos'. */
type Noun = { one: string; many: string; none?: string }

/** With at most this many pages all are visible. */
const FEW_PAGES = 5

/** '1–25 de 528 vehículos' */
const rangeText = (page: number, pageSize: number, total: number, { one, many, none }: Noun): string => {
  if (!total) return none ?? `Sin ${many}`
  const from = (page - 1) * pageSize + 1
  const range = `${numberText(from)}–${numberText(Math.min(from + pageSize - 1, total))}`
  return `${from > total ? '0' : range} de ${numberText(total)} ${total === 1 ? one : many}`
}

type Props = {
  title: string
  noun: Noun
  /** Buttons beside the heading. */
  tools: ReactNode
  filters: ReactNode
  /** Between the filters and the rows. */
  above?: ReactNode
  list: Pick<UseQueryResult, 'isPlaceholderData' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  /** The exact count; undefined until there is an answer. */
  total: number | undefined
  page: number
  pageSize: number
  onPage: (page: number | undefined, how?: { replace?: boolean }) => void
  fails: string
  /** Number of columns of the skeleton. */
  columns: number
  /** The content of an empty list: the reason, and what to do. */
  nothing: ReactNode
  now: number
  /** The rows. */
  children: ReactNode
}

export const ListScreen = (props: Props) => {
  const { title, noun, tools, filters, list, total, page, pageSize, onPage, fails, columns, nothing, now } = props
  const phone = useMedia(PHONE)
  const box = useRef<HTMLElement>(null)
  useKeepFocus(box)
  const { isPlaceholderData } = list
  // Existing rows stay if a later request fails.
  const failed = list.isError && total === undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useEffect(() => {
    // On a phone the box grows with its cards, and the element around it scrolls.
    for (const scroller of [box.current, box.current?.closest('main')]) scroller?.scrollTo({ top: 0 })
  }, [page])
  // The page is past the last one: the filters or the data changed.
  const last = total !== undefined && !isPlaceholderData ? Math.max(1, Math.ceil(total / pageSize)) : undefined
  useEffect(() => {
    if (last && page > last) onPage(last === 1 ? undefined : last, { replace: true })
  }, [last, page, onPage])

  const pages = Math.ceil((total ?? 0) / pageSize)

  const status = (): string => {
    if (failed) return ''
    return total !== undefined && !isPlaceholderData ? rangeText(page, pageSize, total, noun) : 'Cargando…'
  }
  const content = () => {
    if (failed) return <LoadFailure title={fails} query={list} />
    if (total === undefined)
      return <TableSkeleton label={`Cargando ${noun.many}`} rows={pageSize} columns={phone ? 1 : columns} />
    return total === 0 && !isPlaceholderData ? nothing : props.children
  }
  return (
    <ListFrame
      title={title}
      status={status()}
      tools={tools}
      filters={filters}
      above={props.above}
      box={box}
      isFetching={list.isFetching}
      isWaiting={isPlaceholderData}
      now={now}
      foot={
        !!total &&
        total > pageSize && (
          <div className="listing__foot row-wrap justify-end rigid surface ruled-above">
            <Pagination
              page={page}
              pageSize={pageSize}
              total={total}
              onPage={(next) => onPage(next === 1 ? undefined : next)}
            />
            {pages > FEW_PAGES && <GoToPage page={page} last={pages} onPage={onPage} />}
          </div>
        )
      }
    >
      {content()}
    </ListFrame>
  )
}
