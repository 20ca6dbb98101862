// The company's service accounts: permissions, allowed addresses, expiry and actions of each. On a phone a card each.
import { holds, PERMISSIONS } from '@padron/contract/permissions'
import {
  serviceAccounts as calls,
  SERVICE_ACCOUNTS_AT_MOST,
  SERVICE_TEXTS,
  type ServiceAccount,
} from '@padron/contract/service-accounts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall, useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Message } from '../../ui/Message.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { When } from '../../ui/When.tsx'
import { ServiceAccountDialog } from './ServiceAccountDialog.tsx'
import { type AccountSecret, NewSecret, RenewSecret } from './ServiceSecret.tsx'
import { EndCell, LastUse, PermissionsCell, StatusCell, TwoLines } from './token-cells.tsx'
import { ACCOUNT_WORDS, isOpen } from './token-texts.ts'

type What = 'edit' | 'secret' | 'revoke'
export type OpenAccount = { account: ServiceAccount; what: What } | undefined
type OnOpen = (open: OpenAccount) => void

const nameCell = ({ name, ending, formerUntil }: ServiceAccount, { zone }: Clock) => (
  <>
    <TwoLines first={name} second={`termina en …${ending}`} />
    {formerUntil && (
      <small className="block tiny regular muted">el anterior sirve hasta el {dateInText(formerUntil, zone)}</small>
    )}
  </>
)

const addressesCell = ({ addresses }: ServiceAccount) =>
  addresses.length ? (
    <ul>
      {addresses.map((address) => (
        <li key={address} className="break">
          {address}
        </li>
      ))}
    </ul>
  ) : (
    <span className="muted">Cualquiera</span>
  )

/** The last refused address explains to an administrator why a program stopped working. */
const useCell = (account: ServiceAccount, clock: Clock) => {
  const { lastRefusedAt, lastRefusedAddress } = account
  return (
    <>
      <LastUse {...account} clock={clock} />
      {lastRefusedAt && (
        <span className="token__refused flex gap-6">
          <StatusSign sign="warning" size={16} />
          <span>
            Rechazada desde {lastRefusedAddress} <When at={lastRefusedAt} clock={clock} />
          </span>
        </span>
      )}
    </>
  )
}

const endOf = (account: ServiceAccount, clock: Clock) => (
  <>
    <EndCell token={account} clock={clock} />
    {account.revokedBy && <small className="block muted">La revocó {account.revokedBy}</small>}
  </>
)

type Doing = { onOpen: OnOpen; onActivity: (account: ServiceAccount) => void }

/** @param may whether the user has all permissions of the account */
const actionsOf = (account: ServiceAccount, may: boolean, { onOpen, onActivity }: Doing): MenuAction[] => {
  const reason = may ? undefined : SERVICE_TEXTS.above
  const open = (what: What) => () => onOpen({ account, what })
  const activity: MenuAction = {
    key: 'activity',
    label: 'Ver su actividad',
    icon: 'history',
    reads: true,
    run: () => onActivity(account),
  }
  if (account.status === 'revoked') return [activity]
  return [
    { key: 'edit', label: 'Editar', icon: 'edit', reason, run: open('edit') },
    { key: 'secret', label: 'Cambiar el secreto', icon: 'key', reason, run: open('secret') },
    activity,
    { key: 'revoke', label: 'Revocar', icon: 'trash', run: open('revoke') },
  ]
}

const columnsOf = (role: readonly string[] | string, doing: Doing): readonly Column<ServiceAccount, Clock>[] => [
  { key: 'name', title: 'Cuenta', head: true, cell: nameCell },
  {
    key: 'status',
    title: 'Estado',
    card: 'line',
    cell: (account, clock) => <StatusCell token={account} clock={clock} words={ACCOUNT_WORDS} />,
  },
  { key: 'permissions', title: 'Permisos', cell: (account) => <PermissionsCell {...account} /> },
  { key: 'addresses', title: 'Desde', cell: addressesCell },
  { key: 'ends', title: 'Vence', cell: endOf },
  { key: 'used', title: 'Último uso', cell: useCell },
  {
    key: 'created',
    title: 'Creada',
    cell: ({ createdAt, createdBy }, clock) => (
      <>
        <When at={createdAt} clock={clock} />
        <small className="block muted">por {createdBy}</small>
      </>
    ),
  },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    className: 'token__actions text-end',
    cell: (account) => {
      const may = PERMISSIONS.every((each) => !account.permissions.includes(each) || holds(role, each))
      return <ActionMenu label={`Acciones de ${account.name}`} actions={() => actionsOf(account, may, doing)} />
    },
  },
]

type Props = { clock: Clock; onAdd: () => void; onOpen: OnOpen }

export const ServiceAccounts = ({ clock, onAdd, onOpen }: Props) => {
  const { role } = useUser()
  const navigate = useNavigate()
  const onActivity = ({ serviceAccountId }: ServiceAccount): void =>
    void navigate({ to: '/activity', search: { userId: serviceAccountId } })
  const list = useCall(calls.list, {})
  const accounts = list.data?.serviceAccounts ?? []
  const isFull = accounts.filter(({ status }) => status !== 'revoked').length >= SERVICE_ACCOUNTS_AT_MOST
  const addButton = (
    <Button
      label="Crear cuenta"
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      disabled={isFull}
      title={isFull ? SERVICE_TEXTS.tooMany : undefined}
      onClick={onAdd}
    />
  )
  return (
    <div className="page__stack stack gap-12 narrow">
      {accounts.length > 0 && (
        <div className="row-wrap gap-8-16 between">
          <p className="muted">
            {isFull ? SERVICE_TEXTS.tooMany : 'Son de la empresa: siguen aunque se vaya quien las creó.'}
          </p>
          {addButton}
        </div>
      )}
      <ListBox list={list} fails={calls.list.fails} loading="Cargando las cuentas de servicio" rows={3} columns={7}>
        {accounts.length > 0 ? (
          <DataTable
            className="table table--boxed tokens__table"
            cards="token-card stack gap-8"
            caption="Cuentas de servicio"
            columns={columnsOf(role, { onOpen, onActivity })}
            rows={accounts}
            keyOf={({ serviceAccountId }) => serviceAccountId}
            classNameOf={(account) => (isOpen(account, clock.now) ? undefined : 'token--ended')}
            context={clock}
          />
        ) : (
          <Message
            title="Sin cuentas de servicio"
            detail={
              'Cree una para que un programa, como el ERP, pregunte a Padrón en nombre de la empresa y no de una ' +
              'persona: sigue aunque se vaya quien la creó, y puede llamar solo desde las direcciones que elija.'
            }
            action={addButton}
          />
        )}
      </ListBox>
    </div>
  )
}

/** Confirms the revocation, which cannot be undone. */
const RevokeAccount = ({ account, onClose }: { account: ServiceAccount; onClose: () => void }) => {
  const { serviceAccountId, name, ending } = account
  const { mutate, dialog } = useDangerAction(calls.revoke, name)
  return (
    <DangerDialog
      title="Revocar cuenta de servicio"
      yes="Revocar cuenta"
      {...dialog}
      onYes={() => mutate({ params: { serviceAccountId: `${serviceAccountId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        La cuenta <strong>{name}</strong> (su secreto termina en …{ending}) deja de servir desde la siguiente llamada, y
        con ella los trabajos que pidió y los enlaces de sus archivos. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}

type DialogsProps = { clock: Clock; isNew: boolean; open: OpenAccount; onClose: () => void }

/** Rendered by the screen, not by its tab: leaving the tab must not close a secret that is shown once. */
export const ServiceAccountDialogs = ({ clock, isNew, open, onClose }: DialogsProps) => {
  const [made, setMade] = useState<AccountSecret>()
  const list = useQuietCall(calls.list, {}, { off: !open })
  const close = (): void => {
    onClose()
    // A refusal may mean that the account changed meanwhile.
    if (open) void list.refetch()
  }
  const seeSecret = (secret: AccountSecret): void => {
    setMade(secret)
    onClose()
  }
  if (made) return <NewSecret made={made} clock={clock} onClose={() => setMade(undefined)} />
  if (open?.what === 'secret')
    return <RenewSecret account={open.account} clock={clock} onSecret={seeSecret} onClose={close} />
  if (open?.what === 'revoke') return <RevokeAccount account={open.account} onClose={close} />
  if (open || isNew) return <ServiceAccountDialog account={open?.account} onSecret={seeSecret} onClose={close} />
  return null
}
