// Exports of the whole list, all its pages: an Excel file, and a print.
import type { Reply } from '@padron/contract/call'
import { obligations as calls, type ObligationFilter } from '@padron/contract/obligations'
import { useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { notifyRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { downloadFrom } from '../../lib/download.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

/** Maximum number of rows of a print. */
export const PRINTED_AT_MOST = 1_000

/**
 * All rows of the list, loaded when the user prints, and displayed until the print ends.
 * @returns undefined while nothing is being printed
 */
export const usePrint = (filter: ObligationFilter) => {
  const [wanted, setWanted] = useState(false)
  const rows = useQuietCall(calls.list, { query: { ...filter, pageSize: '1000' } }, { off: !wanted, fresh: true })
  const printed: Reply<typeof calls.list> | undefined = wanted && !rows.isFetching ? rows.data : undefined
  useEffect(() => {
    if (wanted && rows.isError && !rows.isFetching) {
      setWanted(false)
      notify('error', `${calls.list.fails}: no se pudo imprimir.`)
    }
  }, [wanted, rows.isError, rows.isFetching])
  useEffect(() => {
    if (!printed) return
    const end = (): void => setWanted(false)
    window.addEventListener('afterprint', end)
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [printed])
  return { printed, isPreparing: wanted && !printed, print: () => setWanted(true) }
}

type Props = { filter: ObligationFilter; isEmpty: boolean; isPreparing: boolean; onPrint: () => void }

export const ListExports = ({ filter, isEmpty, isPreparing, onPrint }: Props) => {
  const queuePanel = useQueueOpen(useUser().userId)
  const book = useAction(calls.workbook, {
    onFailure: refusalText,
    onSuccess: ({ fileUrl }) => {
      if (fileUrl) return downloadFrom(fileUrl)
      notify('done', 'El archivo se está generando; aparecerá en el panel de trabajos.')
      queuePanel.setOpen(true)
    },
  })
  const order = (): void =>
    void (book.isPending || book.mutate({ body: filter }, { onError: (error) => void notifyRefusal(error) }))
  return (
    <>
      <Button icon="download" busy={book.isPending} disabled={isEmpty} onClick={order}>
        <span>Exportar</span>
      </Button>
      <Button icon="print" busy={isPreparing} disabled={isEmpty} onClick={onPrint}>
        <span>Imprimir</span>
      </Button>
    </>
  )
}
