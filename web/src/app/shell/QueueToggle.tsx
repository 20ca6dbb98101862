// The button that opens the queue panel, with the number of jobs in progress. Always mounted, because it holds the
// event stream.
import type { ReactNode } from 'react'
import { useQueue } from '../../api/use-queue.ts'
import { useQueueLive } from '../../features/queue/use-queue-live.ts'
import { countText, isUnfinished } from '../../lib/job-state.ts'
import { QUEUE_TOGGLE, useQueueOpen } from '../../lib/queue-open.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'

const unwatched = () => false

export const QueueToggle = ({ user }: { user: User }): ReactNode => {
  const { open, setOpen } = useQueueOpen(user.userId)
  useQueueLive()
  const running = useQueue(unwatched).items.filter(isUnfinished).length
  const label = running > 0 ? `Trabajos, ${countText(running)}` : 'Trabajos'
  return (
    <Button
      id={QUEUE_TOGGLE}
      kind="icon"
      className="relative"
      aria-label={label}
      aria-expanded={open}
      title={label}
      onClick={() => setOpen(!open)}
    >
      <Icon name="queue" size={20} />
      {running > 0 && (
        <span className="top__count strong rounded-large absolute" aria-hidden="true">
          {running > 99 ? '99+' : running}
        </span>
      )}
    </Button>
  )
}
