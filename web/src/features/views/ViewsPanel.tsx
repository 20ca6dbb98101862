// The list inside the views' menu, and what can be done with the open one.
import { type SavedView, VIEWS_AT_MOST, views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { useUpdateView } from './use-update-view.ts'
import { grouped, type ViewsProps } from './view-state.ts'

type Props = ViewsProps & {
  onNew: () => void
  onManage: (what: 'edit' | 'delete', view: SavedView) => void
}

type LineProps = Pick<Props, 'onOpen' | 'onManage'> & { one: SavedView; open: boolean }

const Line = ({ one, open, onOpen, onManage }: LineProps): ReactNode => (
  <li className="row">
    <button
      type="button"
      className="views__open hoverable flex gap-8 baseline fill break rounded text-start"
      aria-current={open}
      onClick={() => onOpen(one)}
    >
      <Icon name={open ? 'check' : 'bookmark'} size={14} />
      <span>
        {one.name}
        {!one.mine && <small className="muted regular block">De {one.owner.name}</small>}
        {one.mine && one.shared && <small className="muted regular block">Compartida</small>}
      </span>
    </button>
    {one.mine && (
      <button type="button" className="icon-button" title="Nombre y quién la ve" onClick={() => onManage('edit', one)}>
        <Icon name="edit" size={16} />
        <span className="visually-hidden">Editar la vista {one.name}</span>
      </button>
    )}
    {one.deletable && (
      <button type="button" className="icon-button" title="Eliminar" onClick={() => onManage('delete', one)}>
        <Icon name="trash" size={16} />
        <span className="visually-hidden">Eliminar la vista {one.name}</span>
      </button>
    )}
  </li>
)

/** Only what the whole company sees can be told to others by mail. */
const ByMail = ({ view: { viewId, shared } }: { view: SavedView }): ReactNode => {
  const may = useCan('programReports_admin')
  if (!may) return null
  if (!shared)
    return <p className="muted">Compártala con toda la empresa para programar un reporte o crear una alerta.</p>
  const to = (search: object) => ({ to: '/reports', search: { ...search, view: viewId } as never })
  return (
    <>
      <Link {...to({ new: 'report' })} className="button button--small">
        <Icon name="mail" size={16} />
        Programar un reporte
      </Link>
      <Link {...to({ tab: 'alertas', new: 'alert' })} className="button button--small">
        <Icon name="bell" size={16} />
        Crear una alerta
      </Link>
    </>
  )
}

const OpenOne = ({ view, modified, shown, onOpen, onLeave, onKeepColumns }: Props & { view: SavedView }): ReactNode => {
  const { busy, update } = useUpdateView()
  return (
    <div className="views__now flex-wrap gap-6 ruled">
      <p>
        <strong>{view.name}</strong>{' '}
        {modified && <em className="views__modified rigid tiny warning-text strong">Modificada</em>}
      </p>
      {modified && view.mine && (
        <button
          type="button"
          className="button button--small button--primary"
          aria-disabled={busy}
          onClick={() => busy || update(view, shown)}
        >
          Actualizar
        </button>
      )}
      {modified && (
        <button type="button" className="button button--small" onClick={() => onOpen(view)}>
          Descartar cambios
        </button>
      )}
      <button type="button" className="button button--small" onClick={onKeepColumns}>
        Usar siempre estas columnas
      </button>
      <button type="button" className="button button--small" onClick={onLeave}>
        Cerrar vista
      </button>
      <ByMail view={view} />
    </div>
  )
}

export const ViewsPanel = (props: Props): ReactNode => {
  const { view, onNew } = props
  const { data, error, isError, refetch } = useQuietCall(views.list, {})
  const { own, shared } = grouped(data?.views ?? [])
  const lines = (all: readonly SavedView[], label: string): ReactNode =>
    all.length > 0 && (
      <>
        <p className="tiny muted strong">{label}</p>
        <ul aria-label={label} className="views__list">
          {all.map((one) => (
            <Line key={one.viewId} {...props} one={one} open={one.viewId === view?.viewId} />
          ))}
        </ul>
      </>
    )
  const full = own.length >= VIEWS_AT_MOST
  return (
    <div className="views stack gap-8 scroll">
      {view && <OpenOne {...props} view={view} />}
      {isError && !data && <FailureLine title={`${views.list.fails}.`} error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <p role="status">Cargando…</p>}
      {data && !data.views.length && (
        <p className="muted">Una vista guarda filtros, orden y columnas con un nombre, para abrirlos de una vez.</p>
      )}
      {lines(own, 'Mis vistas')}
      {lines(shared, 'Compartidas')}
      <button type="button" className="button" aria-haspopup="dialog" disabled={full} onClick={onNew}>
        <Icon name="plus" size={16} />
        Guardar vista…
      </button>
      {full && <p className="muted">Tiene {VIEWS_AT_MOST} vistas, que son el máximo: elimine alguna.</p>}
    </div>
  )
}
