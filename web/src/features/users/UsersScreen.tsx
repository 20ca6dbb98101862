// The company's users (spec bulk §2, Users): pages of 25, with the actions of an administrator. Filters, order and page
// are in the address.
import './users.css'
import { USERS_PAGE_SIZE, type UserRow, users } from '@padron/contract/users'
import { useCallback, useMemo, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { cleared, isFiltered, useListSearch } from '../../lib/list-search.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { ColumnPicker } from '../../ui/table/ColumnPicker.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useColumnChoice } from '../../ui/table/use-column-choice.ts'
import { useLayout } from '../../ui/table/use-layout.ts'
import { type Credentials, CredentialsDialog } from './CredentialsDialog.tsx'
import { userColumns } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { listBody } from './filters.ts'
import { PermissionsDialog } from './PermissionsDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { UsersSearch } from './search.ts'
import { type CellContext, UserCards } from './UserCells.tsx'
import { UserDialog } from './UserDialog.tsx'
import { actionFailure, isOutage, statusText } from './user-texts.ts'

const useSetStatus = () => {
  /** Ids whose change is being sent, so that nothing is sent twice. */
  const sent = useRef(new Set<number>())
  /**
   * The changes by id until the list has been reloaded: the switch shows the server's value, and an undo does not wait.
   */
  const waiting = useRef(new Map<number, number>())
  const names = useRef(new Map<number, string>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(users.setStatus, {
    onFailure: (error) => {
      if (isOutage(error)) notify('error', actionFailure(error, users.setStatus))
      return isOutage(error)
    },
    onSuccess: (_, { params, body: { userStatus } }) => {
      const id = Number(params.id)
      sent.current.delete(id)
      notify('done', users.setStatus.done, {
        about: `${names.current.get(id) ?? id}: ${statusText(userStatus)}`,
        action: { label: 'Deshacer', run: () => send(id, !userStatus) },
      })
    },
  })
  const send = useCallback(
    async (id: number, userStatus: boolean): Promise<void> => {
      if (sent.current.has(id)) return
      const count = (by: 1 | -1): void => {
        waiting.current.set(id, (waiting.current.get(id) ?? 0) + by)
        setPending(new Set([...waiting.current].flatMap(([each, changes]) => (changes > 0 ? [each] : []))))
      }
      sent.current.add(id)
      count(1)
      await mutateAsync({ params: { id: `${id}` }, body: { userStatus } }).catch(() => sent.current.delete(id))
      count(-1)
    },
    [mutateAsync],
  )
  const setStatus = useCallback(
    ({ user: { userId, username } }: UserRow, active: boolean) => {
      names.current.set(userId, username)
      if (!waiting.current.get(userId)) void send(userId, active)
    },
    [send],
  )
  return { pending, setStatus }
}

const NOUN = { one: 'usuario', many: 'usuarios' }

type OpenDialog =
  | { what: 'edit'; row?: UserRow }
  | { what: 'reset' | 'permissions' | 'factor'; row: UserRow }
  | { what: 'created' | 'generated'; credentials: Credentials }

type DialogsProps = { open: OpenDialog; admin: boolean; show: (next?: OpenDialog) => void }

const Dialogs = ({ open, admin, show }: DialogsProps) => {
  const close = () => show()
  switch (open.what) {
    case 'edit':
      return (
        <UserDialog
          row={open.row}
          onCreated={(credentials) => show({ what: 'created', credentials })}
          onClose={close}
        />
      )
    case 'permissions': {
      const { row } = open
      const isChangeable = admin && row.user.manageable && !row.user.isMain
      return (
        <PermissionsDialog
          row={row}
          onEdit={isChangeable ? () => show({ what: 'edit', row }) : undefined}
          onRemoveFactor={admin && row.user.manageable ? () => show({ what: 'factor', row }) : undefined}
          onClose={close}
        />
      )
    }
    case 'factor':
      return <RemoveFactorDialog row={open.row} onClose={close} />
    case 'reset':
      return (
        <ResetPasswordDialog
          row={open.row}
          onGenerated={(credentials) => show({ what: 'generated', credentials })}
          onClose={close}
        />
      )
    default:
      return <CredentialsDialog credentials={open.credentials} isNew={open.what === 'created'} onClose={close} />
  }
}

export const UsersScreen = () => {
  useTitle('Usuarios')
  const { userId, zone } = useUser()
  const admin = useCan('users_admin')
  const withTags = useCan('tags_read')
  const phone = useMedia(PHONE)
  const { search, change, ready } = useListSearch(UsersSearch, userId, 'users-filters')
  const layout = useLayout('users')
  const columns = useColumnChoice(
    useMemo(() => userColumns(withTags, admin), [withTags, admin]),
    layout,
  )
  const [open, show] = useState<OpenDialog>()
  const { pending, setStatus } = useSetStatus()
  const list = useCall(users.list, { body: listBody(search, withTags) }, { keep: true, off: !ready })
  const now = useNow()
  const context = useMemo<CellContext>(
    () => ({
      zone,
      admin,
      edit: (row) => show({ what: 'edit', row }),
      reset: (row) => show({ what: 'reset', row }),
      explain: (row) => show({ what: 'permissions', row }),
      setStatus,
      pending,
    }),
    [zone, admin, setStatus, pending],
  )
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const rows = list.data?.users ?? []
  const addButton = admin && (
    <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => show({ what: 'edit' })}>
      <span>Agregar usuario</span>
    </Button>
  )
  const tools = (
    <>
      <RefreshButton list={list} row={users.list} />
      {!phone && <ColumnPicker columns={columns} />}
      {addButton}
    </>
  )
  const nothing = isFiltered(search) ? (
    <Message
      title="Sin coincidencias"
      detail="Ningún usuario cumple con los filtros activos."
      action={<Button label="Limpiar filtros" onClick={() => change(cleared(search))} />}
    />
  ) : (
    <Message title="Sin usuarios" detail="La empresa todavía no tiene usuarios." action={addButton} />
  )
  return (
    <>
      <ListScreen
        title="Usuarios"
        noun={NOUN}
        tools={tools}
        filters={<FilterBar search={search} change={change} />}
        list={list}
        // Spec bulk §9: one page if the server gives no total.
        total={layout.ready && list.data ? (list.data.userTotalCount ?? USERS_PAGE_SIZE) : undefined}
        page={search.page ?? 1}
        pageSize={USERS_PAGE_SIZE}
        onPage={onPage}
        fails={users.list.fails}
        columns={columns.visible.length}
        nothing={nothing}
        now={now}
      >
        {phone ? (
          <UserCards rows={rows} context={context} />
        ) : (
          <DataTable
            caption="Usuarios"
            rows={rows}
            keyOf={({ user }) => user.userId}
            columns={columns.visible}
            context={context}
            sorting={search}
            onSort={change}
            onWidths={columns.resize}
          />
        )}
      </ListScreen>
      {open && <Dialogs open={open} admin={admin} show={show} />}
    </>
  )
}
