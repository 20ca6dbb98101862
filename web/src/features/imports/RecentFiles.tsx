// The files of the last thirty days: the result of each, with links to open it and to undo it.
import { IMPORTS_LISTED, type Import, type ImportKind, imports } from '@padron/contract/imports'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { rowsText } from '../../lib/number-text.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { UndoDialog } from './ImportDialogs.tsx'
import { countsText, isMoving, stateWords, UNMAPPED } from './import-texts.ts'

const EVERY_MS = 5_000
const SKELETON_ROWS = 3

type FileProps = { file: Import; here: boolean; clock: Clock; onSee: () => void; onUndo: () => void }

const FileRow = ({ file, here, clock, onSee, onUndo }: FileProps) => {
  const { fileName, who, state, counts, undoUntil, isUnmapped } = file
  const { sign, text } = isUnmapped && state === 'refused' ? UNMAPPED : stateWords(file)
  return (
    <li className="recent-file stack gap-4-16 ruled" {...(here && { 'aria-current': true })}>
      <span className="break">
        <strong>{fileName}</strong>
        <small className="muted">
          {who} · <When at={file.dateTime} clock={clock} />
        </small>
      </span>
      <span className="row-inline gap-6">
        <StatusSign sign={sign} size={16} />
        {text}
      </span>
      <span className="recent-file__counts">
        {rowsText(counts.rows)}
        <small className="muted">{countsText(counts, file.kind)}</small>
      </span>
      <span className="flex gap-12">
        {!here && <Button label="Ver" about={fileName} kind="link" onClick={onSee} />}
        {state === 'applied' && undoUntil && (
          <Button
            label="Deshacer"
            about={fileName}
            kind="link"
            aria-haspopup="dialog"
            title={`Hasta el ${dateInText(undoUntil, clock.zone)}`}
            onClick={onUndo}
          />
        )}
      </span>
    </li>
  )
}

type Props = { kind: ImportKind; importId: string | undefined; onSee: (importId: string) => void }

export const RecentFiles = ({ kind, importId, onSee }: Props) => {
  const clock = useClock()
  const { data, isError, error, refetch } = useQuietCall(imports.list, { query: { kind } })
  const [undoing, setUndoing] = useState<Import>()
  const all = data?.imports ?? []
  usePolling(all.some(isMoving), refetch, EVERY_MS)
  const content = () => {
    if (isError && !data) return <LoadFailure title={imports.list.fails} query={{ error, refetch }} />
    if (!data) return <TableSkeleton label="Cargando archivos" rows={SKELETON_ROWS} columns={4} />
    if (all.length === 0)
      return <Message title="Sin archivos" detail="Aquí aparecen los archivos revisados en los últimos treinta días." />
    return (
      <ul className="recent-files">
        {all.map((file) => (
          <FileRow
            key={file.importId}
            file={file}
            here={file.importId === importId}
            clock={clock}
            onSee={() => onSee(file.importId)}
            onUndo={() => setUndoing(file)}
          />
        ))}
      </ul>
    )
  }
  return (
    <section className="recent-imports box pad-16 narrow" aria-labelledby="recent-title">
      <h2 id="recent-title">Archivos recientes</h2>
      {content()}
      {all.length >= IMPORTS_LISTED && <p className="muted">Se muestran los {IMPORTS_LISTED} más recientes.</p>}
      {undoing && (
        <UndoDialog
          file={undoing}
          onUndoing={(now) => {
            setUndoing(undefined)
            onSee(now.importId)
          }}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </section>
  )
}
