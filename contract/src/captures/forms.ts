// The form of a manual capture by resource type: the possible statuses, whether debts are listed, and additional facts.
// The form, the server's rules and the drawer use this one table.
import { MONEY_TYPES, RESOURCE_TYPES, type ResourceTypeId, type StatusId, statusText } from '../resources.ts'

export type CaptureFact = {
  /** Stored as the note's label. */
  label: string
  kind: 'text' | 'date'
  /** Required for these statuses; absent: never. */
  needed?: readonly StatusId[]
}

export type CaptureForm = {
  type: ResourceTypeId
  /** In the form's order; a debt first where possible. */
  statuses: readonly StatusId[]
  /** The statuses that require at least one debt. */
  debts: readonly StatusId[]
  facts: readonly CaptureFact[]
}

/** The fact with the end of a captured answer's validity. */
export const VALID_UNTIL = 'Vigente hasta'
/** Its fault if the status says that it is in force. */
export const LAPSED = `${VALID_UNTIL}: ya había pasado al consultar; corrija la fecha o elija otro resultado.`

/** Statuses that any source may give instead of an answer. */
const UNKNOWN = [10, 11, 12] as const satisfies readonly StatusId[]

const FACTS: Partial<Record<ResourceTypeId, readonly CaptureFact[]>> = {
  2: [
    { label: 'Marca', kind: 'text' },
    { label: 'Modelo', kind: 'text' },
    { label: 'Año', kind: 'text' },
  ],
  3: [{ label: VALID_UNTIL, kind: 'date', needed: [19] }],
  4: [
    { label: 'Entidad', kind: 'text', needed: [4] },
    { label: 'Fecha de robo', kind: 'date' },
    { label: 'Averiguación previa', kind: 'text' },
  ],
  5: [
    { label: 'Aseguradora', kind: 'text', needed: [6] },
    { label: 'Póliza', kind: 'text', needed: [6] },
    { label: VALID_UNTIL, kind: 'date', needed: [6] },
  ],
  12: [
    { label: 'CDA', kind: 'text' },
    { label: VALID_UNTIL, kind: 'date', needed: [22] },
  ],
  14: [{ label: VALID_UNTIL, kind: 'date' }],
}
/** Required if the answer is about another plate. */
export const NEW_PLATE: CaptureFact = { label: 'Placa vigente', kind: 'text', needed: [12] }

export const CAPTURE_FORMS: readonly CaptureForm[] = RESOURCE_TYPES.map(({ id, clear, debt }) => {
  const own: readonly StatusId[] =
    id === 10 ? [21, ...clear] : id === 14 ? [...debt, 29, ...clear] : [...debt, ...clear]
  return {
    type: id,
    statuses: [...own, ...UNKNOWN],
    // A possible tenencia debt is listed too, but is not part of any total.
    debts:
      id === 10 ? [21] : own.filter((status) => MONEY_TYPES.has(id) && (debt as readonly StatusId[]).includes(status)),
    facts: [...(FACTS[id] ?? []), NEW_PLATE],
  }
})

export const captureForm = (type: number): CaptureForm | undefined => CAPTURE_FORMS.find((form) => form.type === type)

export const neededFacts = (form: CaptureForm, statusId: number): readonly string[] =>
  form.facts.filter(({ needed }) => needed?.some((id) => id === statusId)).map(({ label }) => label)

/** The text of the form's option. */
export const captureStatusText = (statusId: number): string => statusText(statusId)
