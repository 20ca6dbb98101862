// The validation of a statement; faults are keyed by their place in the form. Pure.
import { CAPTURE_DEBTS_AT_MOST, tooManyDebts } from '@padron/contract/captures'
import { isPortalTotalOff } from '@padron/contract/captures/statement'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { localText } from '@padron/contract/texts/local-text'
import { amountOf } from '../../../lib/typed-amount.ts'
import { type Faults, onlyFaults } from '../../../ui/form/faults.ts'
import { amountFault, debtFaults, filesFault, lengthFault, lineFaults, seenFault } from '../capture/capture-faults.ts'
import { isBlank } from '../capture/debt-rows.ts'
import {
  capturedTasks,
  choiceOf,
  debtsOf,
  resourceOf,
  type StatementContext,
  type StatementDebt,
  type StatementValues,
  sumOf,
} from './statement-values.ts'

type Context = StatementContext & { country: Country }

const rowFaults = (debt: StatementDebt, { tasks }: Context): Faults => ({
  ...debtFaults(debt),
  ...onlyFaults({ resource: resourceOf(debt, tasks) === '' && 'Elija de qué es' }),
})

const choiceFault = (values: StatementValues, { tasks }: Context, resourceId: number) => {
  const choice = choiceOf(values, tasks, resourceId)
  const count = debtsOf(values, tasks, resourceId).length
  if (choice === 'owes') return count === 0 && localText('Escriba sus adeudos en la tabla')
  return count > 0 && localText('La tabla tiene adeudos de este tipo: quite esas filas, o elija «Con adeudo»')
}

/** The difference between the portal's total and the sum, in words. */
export const totalRemark = (values: StatementValues, { tasks, country }: Context): string | undefined => {
  const typed = amountOf(values.portalTotal.trim())
  const sum = sumOf(values, tasks)
  if (typeof typed !== 'number' || !isPortalTotalOff(typed, sum)) return undefined
  return `El total del portal es ${money(typed, country)} y ${localText('los adeudos', country)} suman ${money(sum.total, country)}`
}

const totalFault = (values: StatementValues, context: Context) => {
  const wrong = amountFault(values.portalTotal.trim())
  if (wrong) return wrong
  const remark = totalRemark(values, context)
  return remark && !values.acceptsTotal && `${remark}: corrija, o confirme que el portal da ese total`
}

export const statementFaults = (values: StatementValues, context: Context): Faults => {
  const { tasks } = context
  const typed = values.debts.flatMap((debt, at) => (isBlank(debt) ? [] : [{ debt, at }]))
  const none = capturedTasks(values, tasks).length === 0
  return {
    ...onlyFaults({ debts: typed.length > CAPTURE_DEBTS_AT_MOST && tooManyDebts() }),
    ...Object.fromEntries(
      typed.flatMap(({ debt, at }) =>
        Object.entries(rowFaults(debt, context)).map(([field, fault]) => [`debts.${at}.${field}`, fault]),
      ),
    ),
    ...onlyFaults({
      choices: none && 'Diga qué mostró el portal de al menos un tipo',
      ...Object.fromEntries(
        tasks.map(({ resourceId }) => [`choices.${resourceId}`, choiceFault(values, context, resourceId)]),
      ),
    }),
    ...lineFaults(values),
    ...onlyFaults({
      portalTotal: totalFault(values, context),
      seenAt: seenFault(values.seenAt, context),
      note: lengthFault(values.note, 500),
      fileIds: filesFault(values.files),
    }),
  }
}

/** The form's place for a path of the body: `answers.1.debts.0.total` is a row of the grid. */
export const statementPlace = (
  path: string,
  values: StatementValues,
  { tasks }: Pick<Context, 'tasks'>,
): string | undefined => {
  const [top = '', answer, part, row, field] = path.split('.')
  if (top === 'fileIds') return top
  if (top !== 'answers') return top in values ? top : undefined
  const task = capturedTasks(values, tasks)[Number(answer)]
  if (!task) return 'choices'
  const at =
    part === 'debts' && row !== undefined ? debtsOf(values, tasks, task.resourceId)[Number(row)]?.at : undefined
  return at === undefined ? `choices.${task.resourceId}` : `debts.${at}.${field ?? 'description'}`
}
