// The emails, newest first. The arrow keys move to the next email and open it.
import type { StoredEmail } from '@padron/contract/mailbox'
import { countOf } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { Icon } from '../../ui/icons.tsx'

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

type Props = {
  emails: readonly StoredEmail[]
  /** The id of the open email. */
  open: string | undefined
  clock: Clock
  onOpen: (mailId: string) => void
  ref?: Ref<HTMLElement>
}

export const EmailList = ({ emails, open, clock: { now, zone }, onOpen, ref }: Props) => {
  const openLink = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another email is opened
  useEffect(() => {
    openLink.current?.scrollIntoView?.({ block: 'nearest' }) // not returned: newer browsers return a promise
  }, [open])
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    const to = STEPS[event.key]?.(at, links.length - 1)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    links[to]?.focus()
    const email = emails[to]
    if (email) onOpen(email.mailId)
  }
  return (
    <nav ref={ref} tabIndex={-1} className="emails box scroll" aria-label="Correos" onKeyDown={keys}>
      <ul>
        {emails.map(({ mailId, to, subject, dateTime: at, files }) => (
          <li key={mailId}>
            <Link
              ref={mailId === open ? openLink : null}
              to="."
              search={((before: object) => ({ ...before, correo: mailId })) as never}
              className="emails__one hoverable ring-inside stack ink ruled pad-8-12"
              data-email={mailId}
              aria-current={mailId === open ? 'true' : undefined}
            >
              <span className="break strong">{to}</span>
              <time className="muted small" dateTime={at} title={dateInText(at, zone)}>
                {sinceText('', at, now, zone).trim()}
              </time>
              <span className="break full-row">{subject}</span>
              {files > 0 && (
                <span className="row-inline gap-4 small full-row muted">
                  <Icon name="file" size={14} />
                  {countOf(files, 'archivo', 'archivos')}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
