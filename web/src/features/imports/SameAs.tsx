// The same file was read before: when, by whom, and what that means for it now.
import type { Import, ImportState } from '@padron/contract/imports'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { onDay } from './words.ts'

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
} // biome-ignore format: one line each

export const SameAs = ({ told: { sameAs }, clock }: { told: Import; clock: Clock }): ReactNode => {
  if (!sameAs) return null
  const { did, means } = WORDS[sameAs.state] ?? SEEN
  return (
    <p className="notice-line notice-line--warning">
      <StatusSign sign="warning" size={18} />
      <span>
        Este mismo archivo {did} {onDay(sameAs.dateTime, clock)} por {sameAs.who}. {means}{' '}
        <Link to="." search={{ archivo: sameAs.importId } as never}>
          Ver aquel archivo
        </Link>
      </span>
    </p>
  )
}
