// The same file was read before: when, by whom, and what that means for it now.
import type { Import, ImportState } from '@padron/contract/imports'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { isCorrectable, onDay } from './words.ts'

/** @param button as the first thing to be done, before whatever else the file offers */
const Seen = ({ importId, button = false }: { importId: string; button?: boolean }): ReactNode => (
  <Link to="." search={{ archivo: importId } as never} {...(button && { className: 'button button--small' })}>
    Ver aquel archivo
  </Link>
)

type Words = { did: string; means: string }
const APPLIED: Words = {
  did: 'ya se aplicó',
  means: 'Aplicarlo otra vez no repite lo que ya está hecho: revise qué queda por cambiar.',
}
const SEEN: Words = { did: 'ya se revisó', means: 'Aquella revisión no cambió nada.' }
const WORDS: Partial<Record<ImportState, Words>> = {
  applied: APPLIED,
  queued: { did: 'se está aplicando', means: 'Espere a que termine antes de aplicar este.' },
  undoing: { did: 'se está deshaciendo', means: 'Espere a que termine antes de aplicar este.' },
  undone: { did: 'ya se aplicó y después se deshizo', means: 'Aplicarlo vuelve a hacer los cambios.' },
}

/** New vehicles come once: a second time there are none left, but for those that the first left out. */
const isDone = ({ kind, sameAs }: Import): boolean => kind === 'add' && sameAs?.state === 'applied'
const doneText = ({ counts }: Import): string =>
  counts.new === 0
    ? ': sus vehículos ya están en la flotilla, no hay nada que dar de alta.'
    : `; quedan por dar de alta ${vehiclesText(counts.new)} que no están en la flotilla.`

export const SameAs = ({ file, clock }: { file: Import; clock: Clock }): ReactNode => {
  const { sameAs } = file
  if (!sameAs) return null
  const { did, means } = WORDS[sameAs.state] ?? SEEN
  const done = isDone(file)
  const what = done ? doneText(file) : `. ${means}`
  return (
    <p className="notice-line flex-wrap align-top notice-line--warning bordered rounded pad-8-12">
      <StatusSign sign="warning" size={18} />
      <span>
        Este mismo archivo {did} {onDay(sameAs.dateTime, clock)} por {sameAs.who}
        {isCorrectable(file) ? what : '.'} {!done && <Seen importId={sameAs.importId} />}
      </span>
      {done && <Seen importId={sameAs.importId} button />}
    </p>
  )
}
