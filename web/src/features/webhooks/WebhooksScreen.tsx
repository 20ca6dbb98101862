// "Webhooks": the addresses of other systems that are told of what happens, how that goes, and what was sent to each. The dialogs belong
// to the screen: the list behind them comes again by itself.
import { webhooks as calls, WEBHOOK_TEXTS, WEBHOOKS_AT_MOST, type Webhook } from '@padron/contract/webhooks'
import { type ReactNode, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { ApiDocsLink } from '../../ui/ApiDocsLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import '../../ui/form.css'
import '../../ui/listing.css'
import '../../ui/page.css'
import { DeleteWebhook, RenewSecret } from './DangerDialogs.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretShown } from './SecretShown.tsx'
import { WebhooksSearch } from './search.ts'
import { TestDialog } from './TestDialog.tsx'
import { type Ask, WebhookCard } from './WebhookCard.tsx'
import type { Secret } from './WebhookDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import './webhooks.css'

const TITLE = 'Webhooks'
const ABOUT =
  'Un webhook avisa a otro sistema, como el ERP de su empresa, en cuanto algo pasa: un adeudo nuevo, un vehículo editado, un trabajo terminado. Cada aviso va firmado y se vuelve a intentar mientras no llegue.'
const BONES = 3

const About = (): ReactNode => (
  <>
    {ABOUT} Qué trae: <ApiDocsLink>interfaz para programas</ApiDocsLink>.
  </>
)

type Open =
  | { what: Parameters<Ask>[0]; webhook: Webhook }
  | { what: 'made'; made: Secret }
  | { what: 'test'; webhook: Webhook; deliveryId: number }

type DialogsProps = { open: Open; show: (next?: Open) => void; onDeliveries: (webhookId: number) => void }

const Dialogs = ({ open, show, onDeliveries }: DialogsProps): ReactNode => {
  const close = (): void => show()
  const onMade = (made: Secret): void => show({ what: 'made', made })
  switch (open.what) {
    case 'edit':
      return <WebhookDialog webhook={open.webhook} onMade={onMade} onClose={close} />
    case 'secret':
      return <RenewSecret webhook={open.webhook} onMade={onMade} onClose={close} />
    case 'delete':
      return <DeleteWebhook webhook={open.webhook} onClose={close} />
    case 'made':
      return <SecretShown key={open.made.secret} made={open.made} onClose={close} />
    case 'test': {
      const { webhook, deliveryId } = open
      const toDeliveries = (): void => {
        close()
        onDeliveries(webhook.webhookId)
      }
      return <TestDialog webhook={webhook} deliveryId={deliveryId} onDeliveries={toDeliveries} onClose={close} />
    }
  }
}

const Add = ({ full, onAdd }: { full: boolean; onAdd: () => void }): ReactNode => (
  <Button
    kind="primary"
    icon="plus"
    aria-haspopup="dialog"
    disabled={full}
    title={full ? WEBHOOK_TEXTS.tooMany : undefined}
    onClick={onAdd}
  >
    <span>Agregar webhook</span>
  </Button>
)

export const WebhooksScreen = (): ReactNode => {
  useTitle(TITLE)
  const clock = { now: useNow(), zone: useUser().zone }
  const [search, setSearch] = useSearchState(WebhooksSearch)
  const [open, show] = useState<Open>()
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const list = useCall(calls.list, {})
  const webhooks = list.data?.webhooks
  const full = (webhooks?.length ?? 0) >= WEBHOOKS_AT_MOST
  const told = webhooks?.find(({ webhookId }) => webhookId === search.entregas)
  const add = (): void => setSearch({ new: 'webhook' })
  const added = (): void => setSearch({ new: undefined }, { replace: true })
  const content = (): ReactNode => {
    if (list.isError && !webhooks)
      return <LoadFailure title={calls.list.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!webhooks) return <TableSkeleton label="Cargando webhooks" rows={BONES} columns={4} />
    if (!webhooks.length)
      return <Message title="Sin webhooks" detail={<About />} action={<Add full={full} onAdd={add} />} />
    return (
      <ul className="webhooks stack" aria-label={TITLE}>
        {webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.webhookId}
            webhook={webhook}
            clock={clock}
            ask={(what, asked) => show({ what, webhook: asked })}
            onTested={(deliveryId) => show({ what: 'test', webhook, deliveryId })}
            onDeliveries={(estado) => setSearch({ entregas: webhook.webhookId, estado })}
          />
        ))}
      </ul>
    )
  }
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={clock.now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>
          {TITLE} {!!webhooks?.length && <span className="muted">({webhooks.length})</span>}
        </h1>
        <RefreshButton list={list} row={calls.list} />
        {!!webhooks?.length && <Add full={full} onAdd={add} />}
      </header>
      {!!webhooks?.length && <p className="measure muted">{full ? WEBHOOK_TEXTS.tooMany : <About />}</p>}
      <div ref={box} className="page__box box narrow scroll-x" tabIndex={-1} aria-busy={list.isFetching}>
        {content()}
      </div>
      {search.new && !open && (
        <WebhookDialog
          webhook={undefined}
          onMade={(made) => {
            show({ what: 'made', made })
            added()
          }}
          onClose={added}
        />
      )}
      {open && (
        <Dialogs
          open={open}
          show={(next) => {
            show(next)
            // It may have changed meanwhile, which is why it was refused.
            if (!next) void list.refetch()
          }}
          onDeliveries={(entregas) => setSearch({ entregas, estado: undefined })}
        />
      )}
      {told && !open && (
        <DeliveriesDialog
          webhook={told}
          status={search.estado}
          onStatus={(estado) => setSearch({ estado }, { replace: true })}
          onClose={() => setSearch({ entregas: undefined, estado: undefined }, { replace: true })}
        />
      )}
    </div>
  )
}
