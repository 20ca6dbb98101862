// A button whose menu opens above everything, so that no box clips it. It is one tab stop: arrows choose, Esc closes
// and returns the focus. Actions that are not possible now stay in the menu with their reason.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { OFF_REASON, useIsOffline } from '../../api/offline.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Icon, type IconName } from '../icons.tsx'
import '../menu.css'

export type MenuAction = {
  key: string
  label: string
  icon: IconName
  /** The reason why the action is not possible. */
  reason?: string | undefined
  /** The action only reads, and works without a network; the others send. */
  reads?: boolean
  run: () => void
}

const EDGE = 8

/** Places the menu below its button, or above if there is no room, within the window. */
const place = (button: DOMRect, menu: HTMLElement): void => {
  const { width, height } = menu.getBoundingClientRect()
  const below = button.bottom + 4
  const top = below + height > innerHeight - EDGE ? Math.max(EDGE, button.top - height - 4) : below
  const left = Math.min(Math.max(EDGE, button.right - width), Math.max(EDGE, innerWidth - width - EDGE))
  Object.assign(menu.style, { top: `${top}px`, left: `${left}px` })
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Events of a user who scrolls; the scroll bar counts as a press outside. */
const SCROLLS = ['wheel', 'touchmove'] as const
const CLOSING_KEYS = ['Escape', 'Tab', 'PageUp', 'PageDown']

type PanelProps = { label: string; actions: readonly MenuAction[]; opener: HTMLElement | null; onClose: () => void }

const Panel = ({ label, actions, opener, onClose }: PanelProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const isOffline = useIsOffline()
  useBackCloses(useMedia(PHONE), onClose)
  useEffect(() => {
    const element = menu.current
    if (!element) return
    element.showPopover?.()
    if (opener) place(opener.getBoundingClientRect(), element)
    element.querySelector('button')?.focus({ preventScroll: true })
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || (!element.contains(target) && !opener?.contains(target))) onClose()
    }
    // Closes when the user scrolls, not on scroll events, which may come from a render, another box or an earlier
    // scroll.
    const scrollAway = ({ target }: Event): void => {
      if (!(target instanceof Node) || !element.contains(target)) onClose()
    }
    addEventListener('pointerdown', away, true)
    for (const name of SCROLLS) addEventListener(name, scrollAway, { capture: true, passive: true })
    return () => {
      removeEventListener('pointerdown', away, true)
      for (const name of SCROLLS) removeEventListener(name, scrollAway, { capture: true })
    }
  }, [opener, onClose])
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation() // does not reach the row
    if (CLOSING_KEYS.includes(event.key)) {
      event.preventDefault()
      onClose()
      opener?.focus()
      return
    }
    const items = [...event.currentTarget.querySelectorAll('button')]
    const to = STEPS[event.key]?.(items.indexOf(document.activeElement as HTMLButtonElement), items.length - 1)
    if (to === undefined) return
    event.preventDefault()
    items[to]?.focus()
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className="menu-panel box raised ink"
      onKeyDown={keys}
    >
      {actions.map(({ key, label: text, icon, reads, reason: own, run }) => {
        const reason = isOffline && !reads ? OFF_REASON : own
        return (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-panel__item hoverable ring-inside flex gap-10 align-top wide rounded text-start"
            aria-disabled={reason !== undefined}
            onClick={() => {
              if (reason !== undefined) return
              onClose()
              opener?.focus()
              run()
            }}
          >
            <Icon name={icon} size={16} />
            <span>
              {text}
              {reason && <small className="muted block">{reason}</small>}
            </span>
          </button>
        )
      })}
    </div>
  )
}

type Props = { label: string; actions: () => readonly MenuAction[]; className?: string; children?: ReactNode }

/** @param actions called when the menu opens */
export const ActionMenu = ({ label, actions, className = 'icon-button', children }: Props) => {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = useRef(() => setOpen(false))
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {children ?? <Icon name="more" />}
      </button>
      {open && <Panel label={label} actions={actions()} opener={opener.current} onClose={close.current} />}
    </>
  )
}
