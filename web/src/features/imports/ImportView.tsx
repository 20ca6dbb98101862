// One file and what was found in it: how it stands and what may be done, what it would change, its rows.
import type { Import, RowsShown } from '@padron/contract/imports'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { ApplyBar } from './ApplyBar.tsx'
import { countOfChanges } from './corrections.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { ErrorsDialog } from './ErrorsDialog.tsx'
import { CommonNotes, Effects, FileNotes } from './Findings.tsx'
import { ImportHead } from './ImportHead.tsx'
import { Outcome } from './Outcome.tsx'
import { Progress } from './Progress.tsx'
import { QueuedDialog } from './QueuedDialog.tsx'
import { Refused } from './Refused.tsx'
import { isCorrecting, Rows } from './Rows.tsx'
import { SameAs } from './SameAs.tsx'
import type { ChangeImports, ImportsSearch } from './search.ts'
import { Tiles } from './Tiles.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { useCorrections } from './use-corrections.ts'
import { useRecheck } from './use-recheck.ts'
import { changesText, isCorrectable, isMoving } from './words.ts'

const NOTES = 20

type Open = { what: 'errors' | 'undo' | 'discard' } | { what: 'queued'; notifyTo: string }
type Props = {
  told: Import
  clock: Clock
  search: ImportsSearch
  change: ChangeImports
  /** It has just been checked, or just chosen: the focus comes here, and its errors are told at once. */
  arrived: 'sent' | 'chosen' | undefined
}

export const ImportView = ({ told, clock, search, change, arrived }: Props): ReactNode => {
  const { importId, state } = told
  const hold = useCorrections(importId)
  const pending = countOfChanges(hold.now)
  const [open, setOpen] = useState<Open | undefined>(
    arrived === 'sent' && state === 'refused' ? { what: 'errors' } : undefined,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const close = (): void => setOpen(undefined)
  const { clear } = hold
  const { recheck, busy, refused } = useRecheck(importId, (now) => {
    clear()
    // Where nothing is wrong any more there is nothing left to correct, but something to apply.
    change({ ver: now.counts.refused > 0 ? search.ver : undefined, page: undefined }, { replace: true })
    heading.current?.focus()
  })
  const show: RowsShown = search.ver ?? 'all'
  const onShow = useCallback(
    (next: RowsShown): void => change({ ver: next === 'all' ? undefined : next, page: undefined }),
    [change],
  )
  const [called, setCalled] = useState(false)
  const onArrived = useCallback((): void => setCalled(false), [])
  const correct = (): void => {
    close()
    onShow('refused')
    setCalled(true)
  }
  const standing = () => {
    if (state === 'refused') return <Refused told={told} correcting={isCorrecting(told, show)} onCorrect={correct} />
    if (state === 'checked')
      return <ApplyBar told={told} pending={pending} onQueued={(notifyTo) => setOpen({ what: 'queued', notifyTo })} />
    if (isMoving(told)) return <Progress told={told} now={clock.now} />
    return (
      <Outcome
        told={told}
        clock={clock}
        busy={busy}
        onRecheck={() => recheck(hold.now)}
        onUndo={() => setOpen({ what: 'undo' })}
      />
    )
  }
  return (
    <section className="panel import" aria-labelledby="import-title">
      <SameAs told={told} clock={clock} />
      <ImportHead
        told={told}
        clock={clock}
        heading={heading}
        onDiscard={() => setOpen({ what: 'discard' })}
        onOther={() => change({ archivo: undefined, ver: undefined, page: undefined })}
      />
      <div className="import__state" aria-live="polite">
        {standing()}
      </div>
      {pending > 0 && isCorrectable(told) && !isCorrecting(told, show) && (
        <p className="state-line">
          <span>Lo que cambió no se ha revisado todavía.</span>
          <button type="button" className="button" aria-disabled={busy} onClick={() => recheck(hold.now)}>
            Revisar de nuevo ({changesText(pending)})
          </button>
        </p>
      )}
      <Tiles counts={told.counts} show={show} onShow={onShow} />
      <Effects told={told} />
      <FileNotes told={told} />
      {told.commonNotes.length > 0 && (
        <details className="import__common">
          <summary>Mensajes más frecuentes</summary>
          <CommonNotes told={told} atMost={NOTES} />
        </details>
      )}
      <Rows
        told={told}
        search={search}
        change={change}
        hold={hold}
        busy={busy}
        error={refused}
        onRecheck={(omitRefused) => recheck(hold.now, omitRefused)}
        called={called}
        onArrived={onArrived}
      />
      <LeaveGuard
        when={pending > 0}
        leaves={(from, to) => from.pathname !== to.pathname || from.search.archivo !== to.search.archivo}
        onDiscard={clear}
      />
      {open?.what === 'errors' && <ErrorsDialog told={told} clock={clock} onCorrect={correct} onClose={close} />}
      {open?.what === 'queued' && <QueuedDialog told={told} notifyTo={open.notifyTo} onClose={close} />}
      {open?.what === 'undo' && <UndoDialog told={told} onUndoing={close} onClose={close} />}
      {open?.what === 'discard' && (
        <DiscardDialog
          told={told}
          onDone={() => {
            clear()
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
