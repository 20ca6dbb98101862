// "Webhooks": the addresses of other systems that receive events, their state, and their deliveries. The dialogs are
// rendered by the screen, because the list behind them is reloaded.
import { localText } from '@padron/contract/texts/local-text'
import { webhooks as calls, WEBHOOK_TEXTS, WEBHOOKS_AT_MOST, type Webhook } from '@padron/contract/webhooks'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useLastKnown } from '../../lib/use-last-known.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { ApiDocsLink } from '../../ui/domain/ApiDocsLink.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import '../../ui/form.css'
import '../../ui/page.css'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { WebhooksSearch } from './search.ts'
import { TestDialog } from './TestDialog.tsx'
import { WebhookCard, type WebhookDialogName } from './WebhookCard.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { NewSecret, RenewSecret, type Secret } from './WebhookSecret.tsx'
import './webhooks.css'

const TITLE = 'Webhooks'
const About = () => (
  <>
    Un webhook avisa a otro sistema, como el ERP de su empresa, en cuanto algo pasa: {localText('un adeudo nuevo')}, un
    vehículo editado, un trabajo terminado. Cada aviso va firmado y se vuelve a intentar mientras no llegue. Qué trae:{' '}
    <ApiDocsLink>interfaz para programas</ApiDocsLink>.
  </>
)

const DeleteWebhook = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const { webhookId, name, url } = webhook
  const { mutate, dialog } = useDangerAction(calls.remove, name)
  return (
    <DangerDialog
      title="Eliminar webhook"
      yes="Eliminar webhook"
      {...dialog}
      onYes={() => mutate({ params: { webhookId: `${webhookId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará el webhook <strong>{name}</strong> con el registro de sus entregas, y lo que espera no se enviará.
        No se puede deshacer: para dejar de enviar por un tiempo, póngalo en pausa.
      </p>
      <p className="webhook__url break muted">{url}</p>
    </DangerDialog>
  )
}

type OpenDialog =
  | { what: WebhookDialogName; webhook: Webhook }
  | { what: 'secret-once'; secret: Secret }
  | { what: 'test'; webhook: Webhook; deliveryId: number }

type DialogsProps = {
  open: OpenDialog
  show: (next?: OpenDialog) => void
  onReload: () => void
  onDeliveries: (webhookId: number) => void
}

const Dialogs = ({ open, show, onReload, onDeliveries }: DialogsProps) => {
  const close = (): void => show()
  const onSecret = (secret: Secret): void => show({ what: 'secret-once', secret })
  switch (open.what) {
    case 'edit':
      return <WebhookDialog webhook={open.webhook} onSecret={onSecret} onReload={onReload} onClose={close} />
    case 'secret':
      return <RenewSecret webhook={open.webhook} onSecret={onSecret} onClose={close} />
    case 'delete':
      return <DeleteWebhook webhook={open.webhook} onClose={close} />
    case 'secret-once':
      return <NewSecret key={open.secret.secret} secret={open.secret} onClose={close} />
    case 'test':
      return (
        <TestDialog
          webhook={open.webhook}
          deliveryId={open.deliveryId}
          onDeliveries={() => {
            close()
            onDeliveries(open.webhook.webhookId)
          }}
          onClose={close}
        />
      )
  }
}

export const WebhooksScreen = () => {
  useTitle(TITLE)
  const clock = useClock()
  const [search, setSearch] = useSearchState(WebhooksSearch)
  const [chosen, show] = useState<OpenDialog>()
  const list = useCall(calls.list, {})
  const webhooks = list.data?.webhooks ?? []
  const editedId = chosen?.what === 'edit' ? chosen.webhook.webhookId : search.edit
  const edited = useLastKnown(
    editedId,
    webhooks.find(({ webhookId }) => webhookId === editedId),
  )
  const open: OpenDialog | undefined =
    chosen && chosen.what !== 'edit' ? chosen : edited && { what: 'edit', webhook: edited }
  const reload = (): void => void list.refetch()
  const isFull = webhooks.length >= WEBHOOKS_AT_MOST
  const withDeliveries = webhooks.find(({ webhookId }) => webhookId === search.entregas)
  const closeNew = (): void => setSearch({ new: undefined }, { replace: true })
  const addButton = (
    <Button
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      disabled={isFull}
      title={isFull ? WEBHOOK_TEXTS.tooMany : undefined}
      onClick={() => setSearch({ new: 'webhook' })}
    >
      <span>Agregar webhook</span>
    </Button>
  )
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={clock.now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>
          {TITLE} {webhooks.length > 0 && <span className="muted">({webhooks.length})</span>}
        </h1>
        <RefreshButton list={list} row={calls.list} />
        {webhooks.length > 0 && addButton}
      </header>
      {webhooks.length > 0 && <p className="measure muted">{isFull ? WEBHOOK_TEXTS.tooMany : <About />}</p>}
      <ListBox list={list} fails={calls.list.fails} loading="Cargando webhooks" rows={3} columns={4}>
        {webhooks.length > 0 ? (
          <ul className="stack" aria-label={TITLE}>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.webhookId}
                webhook={webhook}
                clock={clock}
                onOpen={(what) => show({ what, webhook })}
                onTest={(deliveryId) => show({ what: 'test', webhook, deliveryId })}
                onDeliveries={(estado) => setSearch({ entregas: webhook.webhookId, estado })}
              />
            ))}
          </ul>
        ) : (
          <Message title="Sin webhooks" detail={<About />} action={addButton} />
        )}
      </ListBox>
      {search.new && !open && (
        <WebhookDialog
          webhook={undefined}
          onSecret={(secret) => {
            show({ what: 'secret-once', secret })
            closeNew()
          }}
          onClose={closeNew}
        />
      )}
      {open && (
        <Dialogs
          open={open}
          show={(next) => {
            show(next)
            if (search.edit) setSearch({ edit: undefined }, { replace: true })
            // The refusal may mean that the webhook changed meanwhile.
            if (!next) reload()
          }}
          onReload={reload}
          onDeliveries={(entregas) => setSearch({ entregas, estado: undefined })}
        />
      )}
      {withDeliveries && !open && (
        <DeliveriesDialog
          webhook={withDeliveries}
          status={search.estado}
          onStatus={(estado) => setSearch({ estado }, { replace: true })}
          onClose={() => setSearch({ entregas: undefined, estado: undefined }, { replace: true })}
        />
      )}
    </div>
  )
}
