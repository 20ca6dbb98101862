// One checked file: its name, its state and actions, what it would change, and its rows.
import type { Import } from '@padron/contract/imports'
import type { RowFilter } from '@padron/contract/imports/rows'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { changesText } from '../../lib/number-text.ts'
import { decimalSizeText } from '../../lib/size-text.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { NoteList } from '../../ui/rows-grid/NoteLine.tsx'
import { countOfChanges } from '../../ui/rows-grid/use-corrections.ts'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { FileState } from './FileState.tsx'
import { CommonNotes, Effects, SameAs, Tiles } from './Findings.tsx'
import { ImportDialogs, type OpenDialog } from './ImportDialogs.tsx'
import { firstRows, hasRows, isCorrectable, isCorrecting, isWrongAsWhole } from './import-texts.ts'
import { Rows } from './Rows.tsx'
import type { ChangeImports, ImportsSearch } from './search.ts'
import { useImportCorrections } from './use-import-corrections.ts'

const NOTES_AT_MOST = 20

/** Elements displayed over the file or about it: moving the focus there does not leave the file. */
const OVER = 'dialog, .notices, [popover]'
const CONTROL = 'button, a, input, label, summary'

/**
 * An action may remove the element that has the focus, or the dialog that had it: then the focus moves to the file's
 * heading instead of the top of the page.
 * @param within whether the focus belongs in the file from the first render
 */
const useFocusBack = (
  section: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  within: boolean,
): void => {
  const here = useRef(within)
  useEffect(() => {
    const note = ({ target, type }: Event): void => {
      if (!(target instanceof Element) || target.closest(OVER)) return
      // A press outside the controls removes the focus on purpose: it is not restored after that.
      here.current =
        (section.current?.contains(target) ?? false) && (type === 'focusin' || target.closest(CONTROL) !== null)
    }
    addEventListener('focusin', note)
    addEventListener('pointerdown', note)
    return () => {
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', note)
    }
  }, [section])
  // Runs after each render, and after a closed dialog returned the focus to the element that opened it.
  useLayoutEffect(() => {
    if (here.current && document.activeElement === document.body) heading.current?.focus()
  })
}

/** How the user arrived at the file: both move the focus to it, and `sent` also opens the dialog with its errors. */
export type Arrival = { how: 'sent' | 'chosen' }
type Place = { search: { archivo?: unknown }; pathname: string }
const ColumnMapping = lazy(() => import('./ColumnMapping.tsx').then((m) => ({ default: m.ColumnMapping })))

const leavesFile = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search.archivo !== to.search.archivo

type Props = {
  file: Import
  search: ImportsSearch
  change: ChangeImports
  arrived: Arrival | undefined
}

export const ImportView = ({ file, search, change, arrived }: Props) => {
  const { state } = file
  const clock = useClock()
  const [open, setOpen] = useState<OpenDialog | undefined>(
    arrived?.how === 'sent' && state === 'refused' && !file.isUnmapped ? 'errors' : undefined,
  )
  const close = (): void => setOpen(undefined)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusBack(section, heading, arrived !== undefined)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const corrections = useImportCorrections(file.importId, (now) => {
    const typing = document.activeElement?.closest('.cell') ?? null
    // Without errors left, the list of rows to correct is closed.
    const still = now.counts.refused > 0
    change({ ver: still ? search.ver : undefined, page: still && typing ? search.page : undefined }, { replace: true })
    if (!typing) heading.current?.focus()
  })
  const { clear, recheck, busy } = corrections
  const pending = countOfChanges(corrections.now)
  const first = firstRows(file)
  const show: RowFilter = search.ver ?? first
  const onShow = (next: RowFilter): void => change({ ver: next === first ? undefined : next, page: undefined })
  const isMapping = isCorrectable(file) && (file.isUnmapped || search.columnas === 'asignar')
  const mapColumns = (): void => change({ columnas: 'asignar' })
  const { rows, refused } = file.counts
  // When all rows are wrong, the cause is more likely the mapping of the columns.
  const isAllRefused = isCorrectable(file) && file.mapping !== null && rows > 0 && refused === rows
  const leaveMapping = (): void => change({ columnas: undefined, ver: undefined, page: undefined }, { replace: true })
  const [wantsFocus, setWantsFocus] = useState(false)
  const onFocused = useCallback((): void => setWantsFocus(false), [])
  const correct = (): void => {
    close()
    onShow('refused')
    setWantsFocus(true)
  }
  return (
    <section ref={section} className="import box pad-16 narrow grid-one gap-14" aria-labelledby="import-title">
      <SameAs file={file} />
      <header className="import__head row-wrap gap-4-12">
        <h2 className="break" ref={heading} id="import-title" tabIndex={-1}>
          {file.fileName}
        </h2>
        <p className="muted">
          {decimalSizeText(file.size)} · {file.who} · <When at={file.dateTime} clock={clock} />
        </p>
        <div className="flex-wrap gap-4-12">
          {(isCorrectable(file) || state === 'queued') && (
            <Button
              label={state === 'queued' ? 'Cancelar la aplicación' : 'Descartar'}
              small
              aria-haspopup="dialog"
              onClick={() => setOpen('discard')}
            />
          )}
          {isCorrectable(file) && !isMapping && !isAllRefused && (
            <Button label={file.mapping ? 'Cambiar columnas' : 'Asignar columnas'} small onClick={mapColumns} />
          )}
          <Button
            label="Enviar otro archivo"
            small
            onClick={() => change({ archivo: undefined, ver: undefined, page: undefined, columnas: undefined })}
          />
        </div>
      </header>
      {isMapping ? (
        <Suspense fallback={<TableSkeleton label="Leyendo las columnas del archivo" rows={8} columns={3} />}>
          <ColumnMapping
            key={file.checkId}
            file={file}
            onMapped={() => {
              clear()
              leaveMapping()
              heading.current?.focus()
            }}
            onCancel={file.isUnmapped ? undefined : leaveMapping}
          />
        </Suspense>
      ) : (
        <>
          {file.mapping && (
            <div className="row-wrap gap-4-12">
              <p className="muted">
                {file.mapping.name === null
                  ? 'Se leyó con las columnas que se asignaron.'
                  : `Se leyó con la asignación de columnas «${file.mapping.name}».`}
                {isAllRefused && ' Ninguna fila se puede usar: revise si cada columna es lo que se dijo.'}
              </p>
              {isAllRefused && <Button label="Cambiar columnas" onClick={mapColumns} />}
            </div>
          )}
          <FileState file={file} corrections={corrections} onCorrect={correct} onOpen={setOpen} />
          {pending > 0 && isCorrectable(file) && !isCorrecting(file, show) && (
            <p className="state-line flex-wrap align-top">
              <span>Lo que cambió no se ha revisado todavía.</span>
              <Button label={`Revisar de nuevo (${changesText(pending)})`} off={busy} onClick={() => recheck()} />
            </p>
          )}
          {!isWrongAsWhole(file) && <Tiles kind={file.kind} counts={file.counts} show={show} onShow={onShow} />}
          <Effects file={file} />
          <NoteList label="Sobre el archivo" notes={file.fileNotes} />
          {file.commonNotes.length > 0 && (
            <details className="import__common" open={state === 'refused'}>
              <summary>Mensajes más frecuentes</summary>
              <CommonNotes file={file} atMost={NOTES_AT_MOST} />
            </details>
          )}
          {hasRows(file, search.ver) && (
            <Rows
              file={file}
              show={show}
              page={search.page}
              change={change}
              corrections={corrections}
              wantsFocus={wantsFocus}
              onFocused={onFocused}
            />
          )}
        </>
      )}
      <LeaveGuard when={pending > 0} leaves={leavesFile} onDiscard={clear} />
      <ImportDialogs
        file={file}
        open={open}
        onCorrect={correct}
        onDiscarded={() => {
          clear()
          close()
        }}
        onClose={close}
      />
    </section>
  )
}
