// The menu of saved views: which one is open, whether the list differs from it, and its actions.
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/overlay/Popup.tsx'
import type { ViewsDialog, ViewsProps } from './ViewsPanel.tsx'
import './views.css'

const ViewsPanel = lazy(() => import('./ViewsPanel.tsx').then((m) => ({ default: m.ViewsPanel })))
const ViewDialog = lazy(() => import('./ViewDialogs.tsx').then((m) => ({ default: m.ViewDialog })))
const DeleteView = lazy(() => import('./ViewDialogs.tsx').then((m) => ({ default: m.DeleteView })))

export const ViewsMenu = (props: ViewsProps) => {
  const { view, modified, current, onOpen, onLeave } = props
  const [dialog, show] = useState<ViewsDialog>()
  const close = (): void => show(undefined)
  const name = view ? `Vista: ${view.name}${modified ? ' (modificada)' : ''}` : 'Vistas'
  return (
    <>
      <Popup
        label="Vistas guardadas"
        className={`button views__button${view ? ' views__button--on' : ''}`}
        buttonLabel={name}
        button={
          <>
            <Icon name="bookmark" size={16} />
            <span className="truncate">{view ? view.name : 'Vistas'}</span>
            {modified && <span className="views__modified rigid tiny warning-text strong">Modificada</span>}
          </>
        }
      >
        {(closePanel) => (
          <Suspense fallback={<p role="status">Cargando…</p>}>
            <ViewsPanel
              {...props}
              onOpen={(one) => {
                closePanel()
                onOpen(one)
              }}
              onDialog={(next) => {
                closePanel()
                show(next)
              }}
            />
          </Suspense>
        )}
      </Popup>
      {dialog && (
        <Suspense>
          {dialog.what === 'delete' ? (
            <DeleteView
              view={dialog.view}
              onDeleted={() => dialog.view.viewId === view?.viewId && onLeave()}
              onClose={close}
            />
          ) : (
            <ViewDialog
              view={dialog.what === 'edit' ? dialog.view : undefined}
              current={current}
              onSaved={(saved) => dialog.what === 'new' && onOpen(saved)}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  )
}
