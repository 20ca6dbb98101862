// Replaces missing content: shows the reason, and a button.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusOnFilters } from './filters/filters-focus.ts'

type Props = { title: string; detail?: ReactNode; action?: ReactNode; alert?: boolean }

export const Message = ({ title, detail, action, alert = false }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const failure = useRef(alert)
  // When its button disappears, the focus moves to the filters, or after a failure to the repeated request's place.
  useLayoutEffect(() => {
    const message = element.current
    return () => {
      if (!message?.contains(document.activeElement)) return
      if (failure.current || !focusOnFilters(message))
        message.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={element} className="message" {...(alert && { role: 'alert' })}>
      <p className="message__title">{title}</p>
      {detail && <p className="message__detail">{detail}</p>}
      {action}
    </div>
  )
}
