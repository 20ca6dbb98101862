// The notices of api/notify.ts, in a corner. Failures are alerts, read at once; successes wait their turn.
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { dismiss, hold, type Notice, notices, release } from '../../api/notify.ts'
import { useStore } from '../../lib/use-store.ts'
import { StatusSign } from '../domain/StatusSign.tsx'
import { FIRST_PATHS, LineIcon } from '../line-icon.tsx'
import { noticePlace, raiseNotices } from './notice-place.ts'

const SIGNS = { done: 'clear', warning: 'warning', error: 'debt' } as const

const OneNotice = ({ notice: { id, kind, text, about, action } }: { notice: Notice }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the events only stop a timer
  <div
    className={`notice notice--${kind}`}
    role={kind === 'done' ? 'status' : 'alert'}
    // A notice with the pointer or focus in it stays.
    onPointerEnter={() => hold(id)}
    onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || release(id)}
    onFocus={() => hold(id)}
    onBlur={({ currentTarget }) => currentTarget.matches(':hover') || release(id)}
  >
    <StatusSign sign={SIGNS[kind]} />
    <span className="notice__text">
      {text}
      {about && <span> · {about}</span>}
    </span>
    {action && (
      <button
        type="button"
        className="link-button"
        onClick={() => {
          dismiss(id)
          action.run()
        }}
      >
        {action.label}
      </button>
    )}
    <button type="button" className="icon-button" aria-label="Cerrar aviso" onClick={() => dismiss(id)}>
      <LineIcon path={FIRST_PATHS.close} size={16} />
    </button>
  </div>
)

export const Notices = () => {
  const all = useStore(notices)
  const newest = all.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and with each new notice
  useLayoutEffect(raiseNotices, [newest])
  useLayoutEffect(() => () => noticePlace.remove(), [])
  return createPortal(
    all.map((notice) => <OneNotice key={notice.id} notice={notice} />),
    noticePlace,
  )
}
