// The fields that only a statement has: the type of each debt, what the portal shows of each type, and the portal's
// total.
import type { CaptureTask } from '@padron/contract/captures'
import { owingStatus } from '@padron/contract/captures/statement'
import { addMoney, money } from '@padron/contract/money'
import { MONEY_TYPES, statusTone, typeName } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { payLine } from '@padron/contract/texts/payment-labels'
import { useId } from 'react'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { useFormContext } from '../../../ui/form/Form.tsx'
import { formFields } from '../../../ui/form/fields.tsx'
import { totalOf } from '../capture/debt-rows.ts'
import { type Choice, choiceOf, debtsOf, resourceOf, type StatementValues, sumOf } from './statement-values.ts'

const { TextField, CheckField } = formFields<StatementValues>()

type Tasks = { tasks: readonly CaptureTask[] }

/** The type of a debt: guessed from its description, until the user selects one. */
export const ResourceCell = ({ at, tasks }: Tasks & { at: number }) => {
  const { values, faults, put } = useFormContext<StatementValues>()
  const { country } = useUser()
  const id = useId()
  const debt = values.debts[at]
  const fault = faults[`debts.${at}.resource`]
  const choose = (resource: string): void =>
    put({ debts: values.debts.map((each, i) => (i === at ? { ...each, resource } : each)) }, [`debts.${at}`])
  return (
    <>
      <Select
        aria-label={`Tipo, fila ${at + 1}`}
        options={tasks.map(({ resourceId, resourceTypeId }) => ({
          value: `${resourceId}`,
          label: typeName(resourceTypeId, country),
        }))}
        value={debt && resourceOf(debt, tasks)}
        empty="Por el concepto"
        onChange={(resource) => choose(resource ?? '')}
        disabled={!debt}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': id })}
      />
      {fault && (
        <small id={id} className="field__fault">
          {fault}
        </small>
      )}
    </>
  )
}

const choiceNames = (): Readonly<Record<Choice, string>> => ({
  owes: localText('Con adeudo'),
  clear: localText('Sin adeudo'),
  absent: 'No aparece en el portal',
})

const TypeChoice = ({ task, tasks }: Tasks & { task: CaptureTask }) => {
  const { values, faults, put } = useFormContext<StatementValues>()
  const { country } = useUser()
  const id = useId()
  const { resourceId, resourceTypeId } = task
  const choice = choiceOf(values, tasks, resourceId)
  const totals = debtsOf(values, tasks, resourceId).map(({ debt }) => totalOf(debt))
  const known = totals.filter((total) => total !== null)
  const sign = choice === 'absent' ? 'unknown' : choice === 'clear' ? 'clear' : statusTone(owingStatus(resourceTypeId))
  const fault = faults[`choices.${resourceId}`]
  const pays = values.paymentLine.trim() !== '' && choice === 'owes' && MONEY_TYPES.has(resourceTypeId)
  const name = typeName(resourceTypeId, country)
  const inLine = !values.notInLine.includes(`${resourceId}`)
  const others = values.notInLine.filter((each) => each !== `${resourceId}`)
  return (
    <fieldset className="type-choice row-wrap gap-8-16 bordered rounded" aria-label={name}>
      <span className="type-choice__name row gap-8">
        <StatusSign sign={sign} size={18} />
        <strong>{name}</strong>
      </span>
      <span className="type-choice__options row-wrap gap-8-16" role="radiogroup" aria-label={name}>
        {(Object.entries(choiceNames()) as [Choice, string][]).map(([key, words]) => (
          <label key={key} className="check">
            <input
              type="radio"
              name={id}
              checked={choice === key}
              onChange={() =>
                put({ choices: { ...values.choices, [resourceId]: key } }, [`choices.${resourceId}`, 'choices'])
              }
              {...(fault && { 'data-wrong': true, 'aria-describedby': `${id}-fault` })}
            />
            {words}
          </label>
        ))}
      </span>
      {pays && (
        <label className="check">
          <input
            type="checkbox"
            checked={inLine}
            onChange={() => put({ notInLine: inLine ? [...others, `${resourceId}`] : others })}
          />
          En la {payLine(country)}
        </label>
      )}
      <span className="type-choice__sum figures-text">
        {totals.length > 0 && (
          <>
            {totals.length} · {known.length > 0 ? money(addMoney(known), country) : 'sin importe'}
            {!MONEY_TYPES.has(resourceTypeId) && <span className="muted"> (no suma)</span>}
          </>
        )}
      </span>
      {fault && (
        <small id={`${id}-fault`} className="field__fault type-choice__fault">
          {fault}
        </small>
      )}
    </fieldset>
  )
}

/** What the portal shows of each type. A type is clear only if the user marks it. */
export const TypesField = ({ tasks }: Tasks) => {
  const { values, faults, put } = useFormContext<StatementValues>()
  const rest = tasks.filter(({ resourceId }) => choiceOf(values, tasks, resourceId) === 'absent')
  const clearRest = (): void =>
    put({
      choices: {
        ...values.choices,
        ...Object.fromEntries(rest.map(({ resourceId }) => [resourceId, 'clear' as const])),
      },
    })
  return (
    <fieldset>
      <legend className="field__required">¿Qué muestra el portal de cada tipo?</legend>
      <div className="stack gap-6">
        {tasks.map((task) => (
          <TypeChoice key={task.resourceId} task={task} tasks={tasks} />
        ))}
      </div>
      {faults.choices && (
        <small role="alert" className="field__fault">
          {faults.choices}
        </small>
      )}
      <div className="row-wrap gap-8-16 type-choice__rest">
        <Button label={localText('Lo demás, sin adeudo')} small off={rest.length === 0} onClick={clearRest} />
        <span className="muted small">Solo si el portal lo dice. Lo que no aparece queda como estaba.</span>
      </div>
    </fieldset>
  )
}

/** The sum of the debts. */
export const StatementSum = ({ tasks }: Tasks) => {
  const { values } = useFormContext<StatementValues>()
  const { country } = useUser()
  const { total, unknown } = sumOf(values, tasks)
  return (
    <p className="figures-text" aria-live="polite">
      Total: <strong>{money(total, country)}</strong>
      {unknown > 0 && <span className="muted"> + {unknown} sin importe</span>}
    </p>
  )
}

/** The portal's own total, to compare with the sum. */
export const PortalTotalField = ({ remark }: { remark: string | undefined }) => {
  const { values, faultOf } = useFormContext<StatementValues>()
  return (
    <fieldset>
      <legend>Total según el portal</legend>
      <div className="form__columns">
        <TextField
          name="portalTotal"
          label="Total, si el portal lo da"
          inputMode="decimal"
          className="money"
          maxLength={20}
        />
        {(remark || values.acceptsTotal) && (
          <div className="stack gap-4">
            {remark && !faultOf('portalTotal') && <small className="warning-text">{remark}.</small>}
            <CheckField name="acceptsTotal" label="El portal da ese total: guardarlo así" />
          </div>
        )}
      </div>
    </fieldset>
  )
}
