// The progress of the checks ordered for many vehicles, above the list; the rows are reloaded as answers arrive.
import { ANSWER_CHANGES } from '@padron/contract/answer-changes'
import { processing } from '@padron/contract/processing'
import { countOf, numberText } from '@padron/contract/texts/count-of'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '../../../api/notify.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/Button.tsx'
import type { RefreshOrder } from './use-refresh-orders.ts'

/** The calls whose data the new answers make outdated. */
const BEHIND: readonly string[] = ANSWER_CHANGES

type Props = {
  order: RefreshOrder
  /** `at` identifies the order by its moment. */
  onReport: (at: number, ended: number) => void
  onEnd: (at: number) => void
}

export const RefreshProgress = ({ order: { at, vehicles, questions, ended }, onReport, onEnd }: Props) => {
  const queries = useQueryClient()
  const preview = useQuietCall(
    processing.refreshPreview,
    { body: { selection: { ids: vehicles } } },
    { fresh: true, poll: true },
  )
  // The dialog's cached reply is from before the order, when no check was waiting: it would look finished.
  const [since] = useState(Date.now)
  const data = preview.dataUpdatedAt > since ? preview.data : undefined
  // Checks that other users order for the same vehicles meanwhile do not lower the progress.
  const now = data ? Math.max(ended, questions - data.waiting) : ended
  useEffect(() => {
    if (now === ended) return
    onReport(at, now)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => BEHIND.includes(String(queryKey[1])) })
  }, [at, now, ended, onReport, queries])
  useEffect(() => {
    if (now < questions) return
    notify('done', `${questions === 1 ? 'Terminó' : 'Terminaron'} ${countOf(questions, 'consulta', 'consultas')}.`)
    onEnd(at)
  }, [at, now, questions, onEnd])
  const failing = data?.failing.map(({ portal }) => portal) ?? []
  return (
    <section className="bulk-bar no-print row-wrap ruled-above" aria-label="Avance de las consultas">
      <span role="status">
        {numberText(now)} de {countOf(questions, 'consulta', 'consultas')}
      </span>
      <progress className="narrow" value={now} max={questions} aria-label="Avance de las consultas" />
      {preview.isError && (
        <span className="small muted">No se pudo saber cuántas terminaron; se vuelve a intentar.</span>
      )}
      {failing.length > 0 && (
        <span className="small muted">
          {failing.join(', ')} {failing.length === 1 ? 'falla' : 'fallan'} ahora: sus consultas esperan.
        </span>
      )}
      <Button label="Ocultar el avance" kind="link" className="bulk-bar__end" onClick={() => onEnd(at)} />
    </section>
  )
}
