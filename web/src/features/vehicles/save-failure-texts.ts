// The texts for a vehicle that could not be saved: the call's own message, then the reason and what to do; and the
// form's field for each refusal.
import type { CallRow } from '@padron/contract/call'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { FORM_FIELDS, type FormField } from '@padron/contract/vehicles/rules'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { failureText, notify } from '../../api/notify.ts'
import { type Faults, type ValueField, vehicleFieldPath } from './vehicle-values.ts'

const REFUSED: readonly number[] = [400, 409, 422]
export const LOST_ANSWER =
  'No hubo respuesta: revise su conexión. Lo que escribió sigue aquí; vuelva a guardar cuando la recupere.'
export const LOST_OUTSIDE =
  'No hubo respuesta: revise su conexión. Lo que escribió está guardado en el formulario; ábralo de nuevo para ' +
  'intentarlo otra vez.'
export const MAYBE_SAVED =
  'El intento anterior, que quedó sin respuesta, pudo haberse guardado: búsquelo por su placa antes de repetirlo.'

type Refused = readonly { path: string; message: string }[]

/** The field of a path: `vehicleClass.vehicleInfo.doors`, `vehicleClass.tags.0.tagId`. */
const fieldAt = (path: string): ValueField | undefined => {
  const names = path.split('.')
  if (names.includes('tags')) return 'tags'
  return FORM_FIELDS.find((field) => vehicleFieldPath(field).join('.') === names.slice(-2).join('.'))
}

/** The server's errors: each under its field, the others as texts. */
export const refusals = (errors: Refused = []): { faults: Faults; others: readonly string[] } => {
  const faults: Faults = {}
  const others: string[] = []
  for (const { path, message } of errors) {
    const field = fieldAt(path)
    if (field) faults[field] ??= message
    else others.push(message)
  }
  return { faults, others }
}

/** 'Ya existe un vehículo activo con esa placa.' belongs under the plate, although the refusal has no path. */
export const duplicateField = (title: string): FormField | undefined => {
  if (/\bplaca\b/i.test(title)) return 'plate'
  return /\bVIN\b/i.test(title) ? 'vin' : undefined
}

/** The server's refusal as errors under their fields, and one text with the rest. */
export const readSaveRefusal = (error: unknown, row: Pick<CallRow, 'fails'>): { faults: Faults; text: string } => {
  const status = statusOf(error)
  const failure = failureText(error, row)
  if (status === 0) return { faults: {}, text: `${failure}. ${LOST_ANSWER}` }
  const problem = error instanceof ApiError && REFUSED.includes(status) ? error.problem : undefined
  if (!problem) return { faults: {}, text: failure }
  const { faults, others } = refusals(problem.errors)
  const duplicate = Object.keys(faults).length ? undefined : duplicateField(problem.title)
  if (duplicate) return { faults: { [duplicate]: problem.title }, text: failure }
  const why = others.length || Object.keys(faults).length ? others : [problem.title]
  return { faults, text: [failure, ...why].join('. ') }
}

/**
 * The refusal as one text for a notice, because the form with its fields is closed.
 * @param lost added if no answer came
 */
export const noticeOf = (error: unknown, row: Pick<CallRow, 'fails'>, lost?: string): string => {
  if (statusOf(error) === 0) return [failureText(error, row), lost].filter(Boolean).join('. ')
  const { faults, text } = readSaveRefusal(error, row)
  return [text, ...Object.values(faults)].join('. ')
}

const WARNINGS: readonly { fields: readonly FormField[]; text: string }[] = [
  { fields: ['plate', 'vin'], text: FORM_TEXTS.insertPlateOrVin },
  { fields: ['acquisitionReasonId'], text: FORM_TEXTS.chooseReason },
  { fields: ['replacing'], text: FORM_TEXTS.chooseReplaced },
]

/** Topic of the form's warnings: withdrawn when the form is corrected, sent again or closed. */
export const WARNINGS_TOPIC = 'vehicle-form'
/** Topic of the notices about one vehicle: withdrawn when it is opened or saved again. */
export const topicOf = (vehicleAssetId: number): string => `vehicle-${vehicleAssetId}`

/** Spec core §5: on saving, missing values are also reported in notices. */
export const warnOf = (missing: (field: FormField) => boolean): void => {
  for (const { fields, text } of WARNINGS) if (fields.some(missing)) notify('warning', text, { topic: WARNINGS_TOPIC })
}
