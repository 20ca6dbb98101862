// The tabs of a screen: one tab stop, the arrow keys move to the next tab and open it.
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './tabs.css'
import { useTabInSight } from './use-tab-in-sight.ts'

type Props<T extends string> = {
  label: string
  tabs: readonly { tab: T; name: string }[]
  open: T
  onOpen: (tab: T) => void
  children: ReactNode
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export const Tabs = <T extends string>({ label, tabs, open, onOpen, children }: Props<T>) => {
  const id = useId()
  const row = useTabInSight<HTMLDivElement>(open)
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    const to = STEPS[event.key]?.(
      tabs.findIndex(({ tab }) => tab === open),
      tabs.length,
    )
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onOpen(next.tab)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.tab}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="tabs no-print flex gap-4 ruled scroll-x relative"
        onKeyDown={keys}
      >
        {tabs.map(({ tab, name }) => (
          <button
            key={tab}
            id={`${id}-${tab}`}
            type="button"
            role="tab"
            data-tab={tab}
            className="tabs__tab hover-ink ring-inside muted"
            aria-selected={tab === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => onOpen(tab)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} className="tabs__panel narrow">
        {children}
      </div>
    </>
  )
}
