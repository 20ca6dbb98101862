// The list in the views' menu, and the actions of the open view.
import { type SavedView, VIEWS_AT_MOST, type ViewDefinition, views } from '@padron/contract/views'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isOutdated } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { notifyRefusal } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { UNREADABLE } from './use-open-view.ts'

const CHANGED_MEANWHILE = 'La vista cambió mientras tanto: ábrala de nuevo antes de actualizarla.'

/** The user's own views, and those that others share; each sorted by name. */
export const groupByOwner = <V extends Pick<SavedView, 'mine' | 'name'>>(
  all: readonly V[],
): { own: readonly V[]; shared: readonly V[] } => {
  const sorted = all.toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  return { own: sorted.filter(({ mine }) => mine), shared: sorted.filter(({ mine }) => !mine) }
}

export type ViewsProps = {
  /** The open view. */
  view: SavedView | undefined
  /** Whether the list differs from the saved view. */
  modified: boolean
  /** The current list as a view. */
  current: ViewDefinition
  onOpen: (view: SavedView) => void
  /** Closes the view; the filters stay. */
  onLeave: () => void
  /** Makes the columns of the open view the user's own layout. */
  onKeepColumns: () => void
}
export type ViewsDialog = { what: 'new' } | { what: 'edit' | 'delete'; view: SavedView }
type Props = ViewsProps & { onDialog: (dialog: ViewsDialog) => void }

/** The actions of a view, and the right that each requires. */
const MANAGE = [
  { what: 'edit', icon: 'edit', title: 'Nombre y quién la ve', label: 'Editar la vista', right: 'mine' },
  { what: 'delete', icon: 'trash', title: 'Eliminar', label: 'Eliminar la vista', right: 'deletable' },
] as const

type LineProps = Pick<Props, 'onOpen' | 'onDialog'> & { one: SavedView; open: boolean }

const Line = ({ one, open, onOpen, onDialog }: LineProps) => (
  <li className="row">
    <button
      type="button"
      className="views__open hoverable flex gap-8 baseline fill break rounded text-start"
      aria-current={open}
      disabled={one.unreadable}
      onClick={() => onOpen(one)}
    >
      <Icon name={open ? 'check' : 'bookmark'} size={14} />
      <span>
        {one.name}
        {!one.mine && <small className="muted regular block">De {one.owner.name}</small>}
        {one.mine && one.shared && <small className="muted regular block">Compartida</small>}
        {one.unreadable && <small className="muted regular block">{UNREADABLE}</small>}
      </span>
    </button>
    {MANAGE.filter(({ right }) => one[right]).map(({ what, icon, title, label }) => (
      <Button
        key={what}
        sends
        kind="icon"
        icon={icon}
        title={title}
        about={`${label} ${one.name}`}
        onClick={() => onDialog({ what, view: one })}
      />
    ))}
  </li>
)

/** Links to a report or an alert by email, only for a shared view. */
const ByMail = ({ view: { viewId, shared } }: { view: SavedView }) => {
  const may = useCan('programReports_admin')
  const seesAll = useSeesAll()
  if (!may) return null
  if (!shared)
    return (
      <p className="muted">
        Compártala con toda la empresa para programar un reporte{seesAll && ' o crear una alerta'}.
      </p>
    )
  const to = (path: string, what: 'report' | 'alert') => ({ to: path, search: { new: what, view: viewId } as never })
  return (
    <>
      <Link {...to('/reports', 'report')} className="button button--small">
        <Icon name="mail" size={16} />
        Programar un reporte
      </Link>
      {seesAll && (
        <Link {...to('/alerts', 'alert')} className="button button--small">
          <Icon name="bell" size={16} />
          Crear una alerta
        </Link>
      )}
    </>
  )
}

const OpenOne = ({ view, modified, current, onOpen, onLeave, onKeepColumns }: Props & { view: SavedView }) => {
  const { viewId, name, shared, version } = view
  const queries = useQueryClient()
  const { mutate, isPending } = useAction(views.edit, {
    onFailure: (error) => {
      if (!isOutdated(error)) return notifyRefusal(error, name)
      notify('warning', CHANGED_MEANWHILE)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === views.list.name })
      return true
    },
  })
  const update = (): void =>
    mutate({ params: { viewId: `${viewId}` }, body: { name, shared, definition: current, version } })
  return (
    <div className="views__now flex-wrap gap-6 ruled">
      <p className="wide">
        <strong>{name}</strong>{' '}
        {modified && <span className="views__modified rigid tiny warning-text strong">Modificada</span>}
      </p>
      {modified && view.mine && <Button label="Actualizar" kind="primary" small busy={isPending} onClick={update} />}
      {modified && <Button label="Descartar cambios" small onClick={() => onOpen(view)} />}
      <Button label="Usar siempre estas columnas" sends small onClick={onKeepColumns} />
      <Button label="Cerrar vista" small onClick={onLeave} />
      <ByMail view={view} />
    </div>
  )
}

export const ViewsPanel = (props: Props) => {
  const { view, onDialog } = props
  const { data, error, isError, refetch } = useQuietCall(views.list, {})
  const { own, shared } = groupByOwner(data?.views ?? [])
  const lines = (all: readonly SavedView[], label: string) =>
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
      {isError && !data && <FailureLine title={`${views.list.fails}.`} query={{ error, refetch }} />}
      {!data && !isError && <p role="status">Cargando…</p>}
      {data && !data.views.length && (
        <p className="muted">Una vista guarda filtros, orden y columnas con un nombre, para abrirlos de una vez.</p>
      )}
      {lines(own, 'Mis vistas')}
      {lines(shared, 'Compartidas')}
      <Button
        label="Guardar vista…"
        icon="plus"
        aria-haspopup="dialog"
        disabled={full}
        onClick={() => onDialog({ what: 'new' })}
      />
      {full && <p className="muted">Tiene {VIEWS_AT_MOST} vistas, que son el máximo: elimine alguna.</p>}
    </div>
  )
}
