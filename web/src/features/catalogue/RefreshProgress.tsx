// How far the questions are that were ordered for many vehicles, above the list; the rows follow as answers come.
import { countOf, numberText } from '@padron/contract/count-of'
import { processing } from '@padron/contract/processing'
import type { Selection } from '@padron/contract/vehicles'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'

/** What their answers make old. */
const BEHIND: readonly string[] = ['catalogue.list', 'catalogue.coverage', 'resourceStatus.byType']

type Props = { selection: Selection; questions: number; onEnd: () => void }

export const RefreshProgress = ({ selection, questions, onEnd }: Props) => {
  const queries = useQueryClient()
  const preview = useQuietCall(processing.refreshPreview, { body: { selection } }, { fresh: true, poll: true })
  // The dialog's answer was of before the order: nothing waited yet, as if all had ended.
  const [since] = useState(Date.now)
  const data = preview.dataUpdatedAt > since ? preview.data : undefined
  // What others order for the same vehicles meanwhile is not theirs.
  const [ended, setEnded] = useState(0)
  const now = data ? Math.max(ended, questions - data.waiting) : ended
  if (now !== ended) setEnded(now)
  useEffect(() => {
    if (ended > 0) void queries.invalidateQueries({ predicate: ({ queryKey }) => BEHIND.includes(String(queryKey[1])) })
  }, [ended, queries])
  useEffect(() => {
    if (ended < questions) return
    notify('done', `${questions === 1 ? 'Terminó' : 'Terminaron'} ${countOf(questions, 'consulta', 'consultas')}.`)
    onEnd()
  }, [ended, questions, onEnd])
  const failing = data?.failing.map(({ portal }) => portal) ?? []
  return (
    <section className="bulk-bar no-print row-wrap ruled-above" aria-label="Avance de las consultas">
      <span role="status">
        {numberText(ended)} de {countOf(questions, 'consulta', 'consultas')}
      </span>
      <progress className="narrow" value={ended} max={questions} aria-label="Avance de las consultas" />
      {failing.length > 0 && (
        <span className="small muted">
          {failing.join(', ')} {failing.length === 1 ? 'falla' : 'fallan'} ahora: sus consultas esperan.
        </span>
      )}
      <Button label="Ocultar el avance" kind="link" onClick={onEnd} />
    </section>
  )
}
