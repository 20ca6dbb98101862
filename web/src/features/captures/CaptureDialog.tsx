// A person's look at a source (?captura=): what to do there on one side, the form for what it said on the other.
// Closing loses nothing: what was typed stays in this browser.
import { captureForm } from '@padron/contract/capture-forms'
import { CAPTURES_PAGE, type CaptureTask, captures } from '@padron/contract/captures'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { notifyFailure } from '../../api/notify.ts'
import { useCall } from '../../api/use-call.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { CaptureForm } from './CaptureForm.tsx'
import './capture.css'
import { CAPTURES_PATH, listQuery } from './list-query.ts'
import { CapturesSearch } from './search.ts'
import { useCaptured } from './use-captured.ts'

const keyOf = ({ vehicleAssetId, resourceId }: CaptureTask): string => captureKey(vehicleAssetId, resourceId)

/** The first at or after its place that was not there before, else the first of them all. */
const nextOf = (tasks: readonly CaptureTask[], at: number, seen: ReadonlySet<string>): string | undefined => {
  const ahead = [...tasks.slice(Math.max(0, at)), ...tasks.slice(0, Math.max(0, at))].map(keyOf)
  return ahead.find((key) => !seen.has(key))
}

/**
 * The following task of the list that is being worked through, by the same filters, in the list's order; undefined
 * where no list is being worked through.
 */
const useNextTask = (current: string) => {
  const { pathname } = useLocation()
  const [search] = useSearchState(CapturesSearch)
  const onList = pathname === CAPTURES_PATH
  const listed = useCall(captures.list, { query: listQuery(search) }, { off: !onList }).data
  const seen = useRef(new Set<string>())
  if (!onList) return undefined
  const find = async (): Promise<string | undefined> => {
    seen.current.add(current)
    const at = listed?.captures.findIndex((task) => keyOf(task) === current) ?? 0
    const pages = [search, { ...search, page: (search.page ?? 1) + 1 }, { ...search, page: 1 }]
    for (const [turn, page] of pages.entries()) {
      const { captures: tasks, totalCount } = await ask(captures.list, { query: listQuery(page) })
      const next = nextOf(tasks, turn === 0 ? at : 0, seen.current)
      if (next) return next
      if (totalCount <= CAPTURES_PAGE) return undefined
    }
    return undefined
  }
  return () =>
    find().catch((error: unknown) => {
      notifyFailure(error, captures.list)
      return undefined
    })
}

const Waiting = () => (
  <div role="status" aria-label="Cargando" className="capture-skeleton stack gap-14">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span className="soft rounded" key={key} />
    ))}
  </div>
)

type Props = {
  /** '7-31': the vehicle and the resource. */
  captura: string
  onClose: () => void
  onGo: (captura: string) => void
}

export const CaptureDialog = ({ captura, onClose, onGo }: Props) => {
  const [vehicleAssetId = '', resourceId = ''] = captura.split('-')
  const { data, error, isError, refetch } = useCall(captures.task, { params: { vehicleAssetId, resourceId } })
  const rules = data && captureForm(data.resourceTypeId)
  const before = useCaptured(data, rules)
  const next = useNextTask(captura)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const missing = statusOf(error) === 404
  useEffect(() => {
    if (missing) onClose()
  }, [missing, onClose])
  if (missing) return null
  const goOn = next && (async () => next().then((key) => (key ? onGo(key) : onClose())))
  const content = () => {
    if (data && !rules)
      return <Message title="Sin datos" detail="Este tipo de recurso no se captura: esta versión no lo conoce." />
    if (data && rules && before !== 'waiting')
      return (
        <CaptureForm
          key={captura}
          task={data}
          rules={rules}
          before={before}
          foot={foot}
          onNext={goOn}
          onClose={onClose}
        />
      )
    if (!isError) return <Waiting />
    return <LoadFailure title={captures.task.fails} query={{ error, refetch }} />
  }
  return (
    <Dialog
      title={data ? `Capturar ${data.resourceName} de ${data.plate || data.vin}` : 'Captura manual'}
      shape="wide"
      onClose={onClose}
      footer={<div ref={setFoot} className="capture-foot" />}
    >
      {content()}
    </Dialog>
  )
}
