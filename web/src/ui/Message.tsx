// What stands where content would: why there is none, and the way out.
import type { ReactNode } from 'react'

type Props = { title: string; detail?: ReactNode; action?: ReactNode; alert?: boolean }

export const Message = ({ title, detail, action, alert = false }: Props): ReactNode => (
  <div className="message" {...(alert && { role: 'alert' })}>
    <p className="message__title">{title}</p>
    {detail && <p className="message__detail">{detail}</p>}
    {action}
  </div>
)
