// The place of the queue panel in the frame; the panel itself is fetched when it is opened.
import { lazy, type ReactNode, Suspense } from 'react'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { can, type User } from '../../session/session.ts'

const QueuePanel = lazy(() => import('../../features/queue/QueuePanel.tsx').then((m) => ({ default: m.QueuePanel })))

export const QueueSide = ({ user }: { user: User }): ReactNode => {
  const { open, fresh, setOpen } = useQueueOpen(user.userId)
  if (!open || !can(user, 'queue_read')) return null
  return (
    <Suspense>
      <QueuePanel onClose={() => setOpen(false)} fresh={fresh} />
    </Suspense>
  )
}
