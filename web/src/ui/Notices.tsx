// The notices of api/notify.ts, in a corner. Failures are alerts, read at once; successes wait their turn.
import type { ReactNode } from 'react'
import { dismiss, notices } from '../api/notify.ts'
import { useStore } from '../lib/use-store.ts'
import { Icon } from './icons.tsx'
import { StatusSign } from './StatusSign.tsx'

const SIGNS = { done: 'clear', warning: 'warning', error: 'debt' } as const

export const Notices = (): ReactNode => (
  <div className="notices">
    {useStore(notices).map(({ id, kind, text, action }) => (
      <div key={id} className={`notice notice--${kind}`} role={kind === 'done' ? 'status' : 'alert'}>
        <StatusSign sign={SIGNS[kind]} />
        <span className="notice__text">{text}</span>
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
          <Icon name="close" size={16} />
        </button>
      </div>
    ))}
  </div>
)
