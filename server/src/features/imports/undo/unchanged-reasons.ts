// Why a row of an import is not undone, in the words of the report.
import type { ImportKind } from '@padron/contract/imports'
import type { Holder, Standing } from './batch.ts'

type Subject = { sentence: (predicate: string) => string; of: string }
const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A row of a replacement is two vehicles: it is said of which. */
const subjectOf = (kind: ImportKind, { isNew }: Standing): Subject => {
  if (kind !== 'replace') return { sentence: (predicate) => `${upper(predicate)}.`, of: '' }
  const name = isNew ? 'vehículo nuevo' : 'vehículo reemplazado'
  return { sentence: (predicate) => `El ${name} ${predicate}.`, of: ` del ${name}` }
}

const whatChanged = (kind: ImportKind, standing: Standing): string | undefined => {
  const { present, same, replaced, isNew, changedBy, capturedBy } = standing
  const { sentence } = subjectOf(kind, standing)
  if (!present) return sentence('ya no existe')
  if (replaced && (isNew || kind !== 'replace')) return sentence('fue reemplazado después')
  if (!same) return sentence(changedBy ? `cambió después: ${changedBy}` : 'cambió después')
  if (capturedBy) return sentence(`tiene una consulta que alguien capturó a mano: ${capturedBy}`)
  return undefined
}

const NAMES = {
  plate: ['Su placa', 'La placa'],
  vin: ['Su VIN', 'El VIN'],
  customId: ['Su identificador', 'El identificador'],
} as const

const takenWords = (kind: ImportKind, standing: Standing, what: Holder['what']): string => {
  const { of: whose } = subjectOf(kind, standing)
  return `${NAMES[what][whose ? 1 : 0]}${whose} es ahora de otro vehículo activo.`
}

/**
 * Why rows stay as they are, by row: a row whose plate is another's stays too, unless that other goes with this very
 * undoing.
 */
export const whyKept = (kind: ImportKind, standings: readonly Standing[]): Map<number, string> => {
  const kept = new Map<number, string>()
  for (const standing of standings) {
    const why = whatChanged(kind, standing)
    if (why && !kept.has(standing.rowNumber)) kept.set(standing.rowNumber, why)
  }
  const rowOfNew = new Map(
    standings.flatMap(({ isNew, vehicleId, rowNumber }) => (isNew ? [[vehicleId, rowNumber]] : [])),
  )
  const stays = ({ id }: Holder): boolean => {
    const row = rowOfNew.get(id)
    return row === undefined || kept.has(row)
  }
  // Each that stays keeps what its plate belonged to from coming back.
  for (let before = -1; before < kept.size; ) {
    before = kept.size
    for (const standing of standings) {
      const holder = kept.has(standing.rowNumber) ? undefined : standing.holders.find(stays)
      if (holder) kept.set(standing.rowNumber, takenWords(kind, standing, holder.what))
    }
  }
  return kept
}
