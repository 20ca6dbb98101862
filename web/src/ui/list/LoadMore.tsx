// «Mostrar más» below a list that loads by pages, or why the next page failed.
import type { RefObject } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { Button } from '../Button.tsx'

type Props = {
  list: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
  }
  /** The text if the status has none of its own. */
  fails: string
  /** Gets the focus after the last page, when the button disappears. */
  focus: RefObject<HTMLElement | null>
}

export const LoadMore = ({ list, fails, focus }: Props) => {
  if (!list.hasNextPage) return null
  const load = async (): Promise<void> => {
    const { hasNextPage } = await list.fetchNextPage()
    if (!hasNextPage) focus.current?.focus()
  }
  return (
    <p className="load-more no-print row-wrap gap-12 pad-16">
      {list.isFetchNextPageError && (
        <span role="alert" className="debt-text">
          {statusNotice(list.error) ?? fails}
        </span>
      )}
      <Button label="Mostrar más" busy={list.isFetchingNextPage} off={list.isFetching} onClick={() => void load()} />
    </p>
  )
}
