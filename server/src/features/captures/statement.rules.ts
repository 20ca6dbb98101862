// Validates a statement, several types of one vehicle from one portal, by the rules of a single capture. Pure.
import type { Input } from '@padron/contract/call'
import { CAPTURE_DEBTS_AT_MOST, type captures } from '@padron/contract/captures'
import { captureForm } from '@padron/contract/captures/forms'
import { isPortalTotalOff, isStatementType, statementSum } from '@padron/contract/captures/statement'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { statusTone } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import type { Finding } from '../../checks/connectors/connector.ts'
import { type CaptureBody, captureErrors, type FieldError, findingOf, newerAnswerError } from './captures.rules.ts'

export type StatementBody = Omit<Input<typeof captures.statement>['body'], 'fileIds'>
type Answer = StatementBody['answers'][number]

/** A resource of the vehicle, as a statement needs it. */
export type StatementResource = {
  resourceId: number
  name: string
  typeId: number
  portalKey: string
  /** It is of the past: a source of history, not of a status. */
  past: boolean
  /** Moment of the newest good answer, ISO; null: none. */
  goodAt: string | null
}
export type StatementContext = { now: Date; timeZone: string; country: Country }

const resourceOf = ({ resourceId }: Answer, resources: readonly StatementResource[]) =>
  resources.find((resource) => resource.resourceId === resourceId)

/** A possible debt is not paid by a line. */
const isPaid = ({ debts, inPaymentLine, statusId }: Answer): boolean =>
  debts.length > 0 && inPaymentLine && statusTone(statusId) === 'debt'

/** An answer of a statement as a capture of its own. */
const captureOf = (body: StatementBody, answer: Answer, fileIds: string[]): CaptureBody => {
  const { vehicleAssetId, seenAt, note } = body
  const { resourceId, statusId, debts } = answer
  const line = isPaid(answer)
  return {
    vehicleAssetId,
    resourceId,
    statusId,
    seenAt,
    debts,
    paymentLine: line ? body.paymentLine : null,
    paymentLineDueDate: line ? body.paymentLineDueDate : null,
    facts: {},
    note,
    fileIds,
  }
}

const SHARED = ['seenAt', 'fileIds', 'paymentLine', 'paymentLineDueDate']

const answerErrors = (
  body: StatementBody,
  at: number,
  resources: readonly StatementResource[],
  { now, timeZone }: StatementContext,
): FieldError[] => {
  const answer = body.answers[at] as Answer
  const refuse = (field: string, message: string): FieldError[] => [{ path: `answers.${at}.${field}`, message }]
  const resource = resourceOf(answer, resources)
  if (!resource) return refuse('resourceId', 'El vehículo no tiene ese recurso.')
  if (body.answers.findIndex(({ resourceId }) => resourceId === answer.resourceId) !== at)
    return refuse('resourceId', `${resource.name} está dos veces.`)
  const form = captureForm(resource.typeId)
  if (!form || resource.past || !isStatementType(resource.typeId))
    return refuse('resourceId', `${resource.name} no se captura en un estado de cuenta.`)
  const own = captureErrors(form, captureOf(body, answer, []), { now, timeZone }).map(
    ({ path, message }): FieldError =>
      SHARED.includes(path.split('.')[0] ?? '')
        ? { path, message }
        : { path: `answers.${at}.${path}`, message: `${resource.name}. ${message}` },
  )
  const newer = newerAnswerError(resource.goodAt, body.seenAt, now, timeZone)
  return newer ? [...own, ...refuse('seenAt', `${resource.name}: ${newer}`)] : own
}

const sumOf = ({ answers }: StatementBody, resources: readonly StatementResource[]) =>
  statementSum(
    answers.map((answer) => ({
      typeId: resourceOf(answer, resources)?.typeId ?? -1,
      totals: answer.debts.map(({ total }) => total),
    })),
  )

const isOff = (body: StatementBody, resources: readonly StatementResource[]): boolean =>
  body.portalTotal !== null && isPortalTotalOff(body.portalTotal, sumOf(body, resources))

const totalErrors = (
  body: StatementBody,
  resources: readonly StatementResource[],
  { country }: StatementContext,
): FieldError[] => {
  const { portalTotal, acceptsTotal } = body
  if (portalTotal === null || acceptsTotal || !isOff(body, resources)) return []
  const message =
    `El total del portal es ${money(portalTotal, country)} ${localText('y los adeudos suman', country)} ` +
    `${money(sumOf(body, resources).total, country)}: corrija, o confirme que el portal da ese total.`
  return [{ path: 'portalTotal', message }]
}

/** Faults of a payment line that no answer has; the others are validated with their answers. */
const unusedLineErrors = ({ answers, paymentLine, paymentLineDueDate }: StatementBody): FieldError[] => {
  if (answers.some(isPaid)) return []
  if (paymentLine?.trim())
    return [{ path: 'paymentLine', message: localText('Una línea de captura solo acompaña a un adeudo.') }]
  if (paymentLineDueDate === null) return []
  return [{ path: 'paymentLineDueDate', message: 'La vigencia necesita su línea de captura.' }]
}

const portalErrors = ({ answers }: StatementBody, resources: readonly StatementResource[]): FieldError[] => {
  const portals = answers.flatMap((answer) => resourceOf(answer, resources)?.portalKey ?? [])
  const other = portals.findIndex((portal) => portal !== portals[0])
  return other < 0
    ? []
    : [{ path: `answers.${other}.resourceId`, message: 'Un estado de cuenta es de un solo portal.' }]
}

/**
 * All faults by field, without the database.
 * @param resources of the vehicle; the answers name some of them
 * @returns empty if there are none
 */
export const statementErrors = (
  resources: readonly StatementResource[],
  body: StatementBody,
  context: StatementContext,
): FieldError[] => {
  const errors = body.answers.flatMap((_, at) => answerErrors(body, at, resources, context))
  const count = body.answers.reduce((sum, { debts }) => sum + debts.length, 0)
  if (count > CAPTURE_DEBTS_AT_MOST)
    errors.push({
      path: 'answers',
      message: localText(`${CAPTURE_DEBTS_AT_MOST} adeudos como máximo en un estado de cuenta.`),
    })
  const all = [
    ...errors,
    ...unusedLineErrors(body),
    ...portalErrors(body, resources),
    ...totalErrors(body, resources, context),
  ]
  return all.filter(({ path }, at) => all.findIndex((each) => each.path === path) === at)
}

export type StatementFinding = { resource: StatementResource; finding: Finding; raw: CaptureBody }

/** Findings of a valid statement. A total that differs from the sum marks every list in it. */
export const statementFindings = (
  resources: readonly StatementResource[],
  body: StatementBody,
  fileIds: string[],
  seenOn: string,
): StatementFinding[] => {
  const off = isOff(body, resources)
  return body.answers.flatMap((answer) => {
    const resource = resourceOf(answer, resources)
    const form = resource && captureForm(resource.typeId)
    if (!form) return []
    const raw = captureOf(body, answer, fileIds)
    const finding = findingOf(form, resource.name, raw, seenOn)
    if (!off || answer.debts.length === 0 || resource.typeId === 10) return [{ resource, finding, raw }]
    const results = finding.results.map((result) => ({ ...result, sumMismatch: true }))
    return [{ resource, finding: { ...finding, results }, raw }]
  })
}
