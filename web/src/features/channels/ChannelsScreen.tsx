// "Canales": where users receive notices besides email. Each channel shows its state, its news and its actions.
import './channels.css'
import { CHANNEL_TEXTS, CHANNELS_AT_MOST, type Channel, channels as calls } from '@padron/contract/channels'
import { useState } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { notifyRefusal } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useLastKnown } from '../../lib/use-last-known.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { ActionMenu } from '../../ui/overlay/ActionMenu.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import '../../ui/form.css'
import '../../ui/page.css'
import { ChannelDialog } from './ChannelDialog.tsx'
import { ChannelMessages } from './ChannelMessages.tsx'
import { ChannelTrial } from './ChannelTrial.tsx'
import { healthOf, kindName, quietText, usesText } from './channel-texts.ts'
import { toChannelBody, toChannelValues } from './channel-values.ts'
import { ChannelsSearch } from './search.ts'

const TITLE = 'Canales'
const ABOUT =
  'Un canal lleva alertas, recordatorios, reportes y novedades a Microsoft Teams, Slack o Telegram, además del ' +
  'correo. Los mensajes dicen placas, importes y un enlace; lo que ocurre en un mismo minuto llega junto.'

const PowerSwitch = ({ channel }: { channel: Channel }) => {
  const { name, channelId, version, active } = channel
  const { mutate, isPending } = useAction(calls.edit, {
    onFailure: (error) => notifyRefusal(error, name),
    onSuccess: (saved) => notify('done', saved.active ? 'Canal activado' : 'Canal en pausa', { about: name }),
  })
  return (
    <Switch
      label={`Canal ${name}`}
      on={active}
      words={['Activo', 'En pausa']}
      bare
      busy={isPending}
      onSwitch={(on) =>
        mutate({
          params: { channelId: `${channelId}` },
          body: { ...toChannelBody(toChannelValues(channel), on), version },
        })
      }
    />
  )
}

type Open = { what: 'edit' | 'delete'; channel: Channel } | { what: 'trial'; channel: Channel; deliveryId: number }
type CardProps = {
  channel: Channel
  clock: Clock
  admin: boolean
  onOpen: (open: Open) => void
  onMessages: () => void
}

const ChannelCard = ({ channel, clock, admin, onOpen, onMessages }: CardProps) => {
  const { channelId, name, kind, shown, owner } = channel
  const { sign, text } = healthOf(channel, clock)
  const quiet = quietText(channel)
  const trial = useAction(calls.test, {
    onFailure: (error) => notifyRefusal(error, name),
    onSuccess: ({ deliveryId }) => onOpen({ what: 'trial', channel, deliveryId }),
  })
  return (
    <li className="channel stack gap-6 narrow ruled" data-row={channelId}>
      <div className="row gap-8">
        <h2 className="break fill">{name}</h2>
        {admin && <PowerSwitch channel={channel} />}
        {admin && (
          <ActionMenu
            label={`Acciones de ${name}`}
            actions={() => [
              { key: 'edit', label: 'Editar', icon: 'edit', run: () => onOpen({ what: 'edit', channel }) },
              { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => onOpen({ what: 'delete', channel }) },
            ]}
          />
        )}
      </div>
      <p className="break">
        {kindName(kind)}: <span className="muted">{shown}</span>
      </p>
      <p className="flex gap-6">
        <StatusSign sign={sign} size={16} />
        <span>{text}</span>
      </p>
      <p className="break">
        <span className="muted">Recibe: </span>
        {usesText(channel)}
      </p>
      {quiet && <p>{quiet}</p>}
      <p className="muted">Lo guardó {owner.username}: envía mientras esa persona pueda configurar avisos.</p>
      <div className="flex-wrap gap-8">
        {admin && (
          <Button
            label="Probar"
            about={name}
            small
            busy={trial.isPending}
            aria-haspopup="dialog"
            onClick={() => trial.mutate({ params: { channelId: `${channelId}` }, body: {} })}
          />
        )}
        <Button label="Ver mensajes" about={`de ${name}`} small aria-haspopup="dialog" onClick={onMessages} />
      </div>
    </li>
  )
}

/** Deletes a channel; its notice restores it with its address and its uses. */
const DeleteChannel = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const { channelId, name } = channel
  const params = { channelId: `${channelId}` }
  const back = useNoticeAction(calls.restore, () => notify('done', calls.restore.done, { about: name }))
  const { mutate, isPending, error } = useAction(calls.remove, {
    onFailure: () => true,
    onSuccess: () => {
      const restore = { label: 'Deshacer', run: () => back.mutate({ params, body: {} }) }
      notify('done', calls.remove.done, { about: name, action: restore })
      onClose()
    },
  })
  return (
    <DangerDialog
      title={`¿Eliminar «${name}»?`}
      yes="Eliminar canal"
      busy={isPending}
      error={error ? formRefusalText(error, calls.remove) : undefined}
      onYes={() => mutate({ params })}
      onClose={onClose}
    >
      <p className="break">
        Deja de recibir. {usesText(channel)}.
        {channel.usedBy.reminders > 0 && ' Los recordatorios sin otro canal pasan a llegar por correo.'}
      </p>
    </DangerDialog>
  )
}

export const ChannelsScreen = () => {
  useTitle(TITLE)
  const clock = useClock()
  const admin = useCan('programReports_admin')
  const [search, setSearch] = useSearchState(ChannelsSearch)
  const [chosen, setOpen] = useState<Open>()
  const list = useCall(calls.list, {})
  const channels = list.data?.channels ?? []
  const timeZone = list.data?.timeZone ?? clock.zone
  const isFull = channels.length >= CHANNELS_AT_MOST
  const editedId = chosen?.what === 'edit' ? chosen.channel.channelId : admin ? search.edit : undefined
  const edited = useLastKnown(
    editedId,
    channels.find(({ channelId }) => channelId === editedId),
  )
  const open: Open | undefined = chosen && chosen.what !== 'edit' ? chosen : edited && { what: 'edit', channel: edited }
  const reload = (): void => void list.refetch()
  const withMessages = channels.find(({ channelId }) => channelId === search.entregas)
  const close = (): void => {
    setOpen(undefined)
    if (search.edit) setSearch({ edit: undefined }, { replace: true })
    reload()
  }
  const addButton = admin && (
    <Button
      kind="primary"
      icon="plus"
      label="Agregar canal"
      aria-haspopup="dialog"
      disabled={isFull}
      title={isFull ? CHANNEL_TEXTS.tooMany : undefined}
      onClick={() => setSearch({ new: 'channel' })}
    />
  )
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={clock.now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>
          {TITLE} {channels.length > 0 && <span className="muted">({channels.length})</span>}
        </h1>
        <RefreshButton list={list} row={calls.list} />
        {channels.length > 0 && addButton}
      </header>
      {channels.length > 0 && <p className="measure muted">{isFull ? CHANNEL_TEXTS.tooMany : ABOUT}</p>}
      <ListBox list={list} fails={calls.list.fails} loading="Cargando canales" rows={3} columns={3}>
        {channels.length > 0 ? (
          <ul className="stack" aria-label={TITLE}>
            {channels.map((channel) => (
              <ChannelCard
                key={channel.channelId}
                channel={channel}
                clock={clock}
                admin={admin}
                onOpen={setOpen}
                onMessages={() => setSearch({ entregas: channel.channelId })}
              />
            ))}
          </ul>
        ) : (
          <Message title="Sin canales" detail={ABOUT} action={addButton} />
        )}
      </ListBox>
      {admin && search.new && list.data && (
        <ChannelDialog
          channel={undefined}
          timeZone={timeZone}
          onClose={() => setSearch({ new: undefined }, { replace: true })}
        />
      )}
      {open?.what === 'edit' && (
        <ChannelDialog channel={open.channel} timeZone={timeZone} onReload={reload} onClose={close} />
      )}
      {open?.what === 'delete' && <DeleteChannel channel={open.channel} onClose={close} />}
      {open?.what === 'trial' && <ChannelTrial channel={open.channel} deliveryId={open.deliveryId} onClose={close} />}
      {withMessages && !open && (
        <ChannelMessages channel={withMessages} onClose={() => setSearch({ entregas: undefined }, { replace: true })} />
      )}
    </div>
  )
}
