// Why a row of an import is not undone, as the report says it.
import type { ImportKind } from '@padron/contract/imports'
import type { Holder, VehicleState } from './batch.ts'

type Subject = { sentence: (predicate: string) => string; of: string }
const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A row of a replacement has two vehicles; the text names which. */
const subjectOf = (kind: ImportKind, { isNew }: VehicleState): Subject => {
  if (kind !== 'replace') return { sentence: (predicate) => `${upper(predicate)}.`, of: '' }
  const name = isNew ? 'vehículo nuevo' : 'vehículo reemplazado'
  return { sentence: (predicate) => `El ${name} ${predicate}.`, of: ` del ${name}` }
}

const changeReason = (kind: ImportKind, state: VehicleState): string | undefined => {
  const { present, same, replaced, isNew, changedBy, capturedBy, documentBy } = state
  const { sentence } = subjectOf(kind, state)
  if (!present) return sentence('ya no existe')
  if (replaced && (isNew || kind !== 'replace')) return sentence('fue reemplazado después')
  if (!same) return sentence(changedBy ? `cambió después: ${changedBy}` : 'cambió después')
  if (capturedBy) return sentence(`tiene una consulta que alguien capturó a mano: ${capturedBy}`)
  if (documentBy) return sentence(`tiene documentos que alguien agregó después: ${documentBy}`)
  return undefined
}

const NAMES = {
  plate: ['Su placa', 'La placa'],
  vin: ['Su VIN', 'El VIN'],
  customId: ['Su identificador', 'El identificador'],
} as const

const inUseReason = (kind: ImportKind, state: VehicleState, what: Holder['what']): string => {
  const { of: whose } = subjectOf(kind, state)
  return `${NAMES[what][whose ? 1 : 0]}${whose} es ahora de otro vehículo activo.`
}

/**
 * Why rows are not undone, by row. A row also stays if another active vehicle has its plate, unless this undo removes
 * that vehicle.
 */
export const unchangedReasons = (kind: ImportKind, states: readonly VehicleState[]): Map<number, string> => {
  const reasons = new Map<number, string>()
  for (const state of states) {
    const reason = changeReason(kind, state)
    if (reason && !reasons.has(state.rowNumber)) reasons.set(state.rowNumber, reason)
  }
  const rowOfNew = new Map(states.flatMap(({ isNew, vehicleId, rowNumber }) => (isNew ? [[vehicleId, rowNumber]] : [])))
  const stays = ({ id }: Holder): boolean => {
    const row = rowOfNew.get(id)
    return row === undefined || reasons.has(row)
  }
  // A row that is not undone may keep a plate that another row needs.
  for (let before = -1; before < reasons.size; ) {
    before = reasons.size
    for (const state of states) {
      const holder = reasons.has(state.rowNumber) ? undefined : state.holders.find(stays)
      if (holder) reasons.set(state.rowNumber, inUseReason(kind, state, holder.what))
    }
  }
  return reasons
}
