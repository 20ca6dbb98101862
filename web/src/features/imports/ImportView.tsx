// One file and what was found in it: how it stands and what may be done, what it would change, its rows.
import type { Import, RowsShown } from '@padron/contract/imports'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { countOfChanges } from './corrections.ts'
import { firstRows, hasRows, isWrongAsWhole } from './default-view.ts'
import { CommonNotes, Effects, FileNotes } from './Findings.tsx'
import { ImportDialogs, type OpenDialog } from './ImportDialogs.tsx'
import { ImportHead } from './ImportHead.tsx'
import { isCorrecting, Rows } from './Rows.tsx'
import { SameAs } from './SameAs.tsx'
import { Standing } from './Standing.tsx'
import type { ChangeImports, ImportsSearch } from './search.ts'
import { Tiles } from './Tiles.tsx'
import { useCorrections } from './use-corrections.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useRecheck } from './use-recheck.ts'
import { changesText, isCorrectable } from './words.ts'

const NOTES = 20

/** It has just been checked, or just chosen: the focus comes to it, and the errors of one just sent are told at once. */
export type Arrival = { how: 'sent' | 'chosen' }
type Place = { search: { archivo?: unknown }; pathname: string }
const leavesFile = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || from.search.archivo !== to.search.archivo

type Props = {
  told: Import
  clock: Clock
  search: ImportsSearch
  change: ChangeImports
  arrived: Arrival | undefined
}

export const ImportView = ({ told, clock, search, change, arrived }: Props): ReactNode => {
  const { importId, state } = told
  const hold = useCorrections(importId)
  const { clear } = hold
  const pending = countOfChanges(hold.now)
  const [open, setOpen] = useState<OpenDialog | undefined>(
    arrived?.how === 'sent' && state === 'refused' ? { what: 'errors' } : undefined,
  )
  const close = (): void => setOpen(undefined)
  const file = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusBack(file, heading, arrived !== undefined)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const { recheck, busy, refused } = useRecheck(importId, hold, (now) => {
    const typing = document.activeElement?.closest('.cell') ?? null
    // Where nothing is wrong any more there is nothing left to correct, but something to apply.
    const still = now.counts.refused > 0
    change({ ver: still ? search.ver : undefined, page: still && typing ? search.page : undefined }, { replace: true })
    if (!typing) heading.current?.focus()
  })
  const first = firstRows(told)
  const show: RowsShown = search.ver ?? first
  const onShow = useCallback(
    (next: RowsShown): void => change({ ver: next === first ? undefined : next, page: undefined }),
    [change, first],
  )
  const [called, setCalled] = useState(false)
  const onArrived = useCallback((): void => setCalled(false), [])
  const correct = (): void => {
    close()
    onShow('refused')
    setCalled(true)
  }
  return (
    <section ref={file} className="panel import grid-one gap-14" aria-labelledby="import-title">
      <SameAs told={told} clock={clock} />
      <ImportHead
        told={told}
        clock={clock}
        heading={heading}
        onDiscard={() => setOpen({ what: 'discard' })}
        onOther={() => change({ archivo: undefined, ver: undefined, page: undefined })}
      />
      <Standing
        told={told}
        clock={clock}
        pending={pending}
        busy={busy}
        onCorrect={correct}
        onQueued={(notifyTo) => setOpen({ what: 'queued', notifyTo })}
        onRecheck={() => recheck(hold.now)}
        onUndo={() => setOpen({ what: 'undo' })}
      />
      {pending > 0 && isCorrectable(told) && !isCorrecting(told, show) && (
        <p className="state-line flex-wrap align-top">
          <span>Lo que cambió no se ha revisado todavía.</span>
          <button type="button" className="button" aria-disabled={busy} onClick={() => recheck(hold.now)}>
            Revisar de nuevo ({changesText(pending)})
          </button>
        </p>
      )}
      {!isWrongAsWhole(told) && <Tiles kind={told.kind} counts={told.counts} show={show} onShow={onShow} />}
      <Effects told={told} />
      <FileNotes told={told} />
      {told.commonNotes.length > 0 && (
        <details className="import__common" open={state === 'refused'}>
          <summary>Mensajes más frecuentes</summary>
          <CommonNotes told={told} atMost={NOTES} />
        </details>
      )}
      {hasRows(told, search.ver) && (
        <Rows
          told={told}
          show={show}
          search={search}
          change={change}
          hold={hold}
          busy={busy}
          error={refused}
          onRecheck={(omitRefused) => recheck(hold.now, omitRefused)}
          called={called}
          onArrived={onArrived}
        />
      )}
      <LeaveGuard when={pending > 0} leaves={leavesFile} onDiscard={clear} />
      <ImportDialogs
        told={told}
        clock={clock}
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
