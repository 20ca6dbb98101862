// "Vigencia de las capturas": for how many days a capture is valid, by type. A change applies to existing captures too.
import type { Reply } from '@padron/contract/call'
import { captures } from '@padron/contract/captures'
import { CAPTURE_DAYS_AT_MOST, isSeasonal } from '@padron/contract/captures/validity'
import { resourceTypesOf, typeName } from '@padron/contract/resources'
import { payLine } from '@padron/contract/texts/payment-labels'
import { useState } from 'react'
import { statusNotice } from '../../../api/notify.ts'
import { useQuietCall } from '../../../api/use-call.ts'
import { useUser } from '../../../session/user-context.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../../ui/form/faults.ts'
import { formFields } from '../../../ui/form/fields.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { expiringText } from './validity-texts.ts'

const TITLE = 'Vigencia de las capturas'
type Validity = Reply<typeof captures.validity>

/** `d7` is the number of days of type 7, `s7` the number from January to March. */
type Values = Record<string, string>
const daysName = (type: number): string => `d${type}`
const seasonName = (type: number): string => `s${type}`

const { TextField } = formFields<Values>()
const DAYS = { inputMode: 'numeric', maxLength: 3, required: true } as const

const faultOf = (typed: string | undefined): string | false => {
  const days = Number(typed)
  return /^\d{1,3}$/.test(typed?.trim() ?? '') && days >= 1 && days <= CAPTURE_DAYS_AT_MOST
    ? false
    : `Escriba un número de días de 1 a ${CAPTURE_DAYS_AT_MOST}`
}

const ValidityForm = ({ validity, onClose }: { validity: Validity; onClose: () => void }) => {
  const { country } = useUser()
  const [{ intervals, expiring, secondsEach }] = useState(validity)
  const types = new Set(resourceTypesOf(country).map(({ id }) => id))
  const visible = intervals.filter(({ resourceTypeId }) => types.has(resourceTypeId))
  const stored: Values = Object.fromEntries(
    visible.flatMap(({ resourceTypeId: type, days, seasonDays }) => [
      [daysName(type), `${days}`],
      ...(isSeasonal(type) ? [[seasonName(type), `${seasonDays}`]] : []),
    ]),
  )
  const form = useForm({
    stored,
    validate: (values: Values) =>
      onlyFaults(Object.fromEntries(Object.entries(values).map(([name, typed]) => [name, faultOf(typed)]))),
    call: captures.setValidity,
    args: (values: Values) => ({
      body: {
        intervals: visible.map(({ resourceTypeId }) => {
          const days = Number(values[daysName(resourceTypeId)])
          return {
            resourceTypeId,
            days,
            seasonDays: isSeasonal(resourceTypeId) ? Number(values[seasonName(resourceTypeId)]) : days,
          }
        }),
      },
    }),
    failure: (error) => statusNotice(error) ?? `${captures.setValidity.fails}. Vuelva a intentarlo.`,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={TITLE}
      verb="Guardar"
      question={UNSAVED_TEXT}
      className="form validity"
      onClose={onClose}
    >
      <p className="muted">
        Cuántos días vale lo que una persona capturó; después aparece en «Captura vencida». Una {payLine(country)} o una
        póliza que vence antes vale hasta su día. El cambio vale también para lo ya capturado.
      </p>
      <p>
        <strong>{expiringText(expiring, secondsEach)}.</strong>
      </p>
      {visible.map(({ resourceTypeId: type }) => (
        <div key={type} className="validity__row">
          <TextField name={daysName(type)} label={`${typeName(type, country)}, días`} {...DAYS} />
          {isSeasonal(type) && (
            <TextField name={seasonName(type)} label={`${typeName(type, country)} de enero a marzo, días`} {...DAYS} />
          )}
        </div>
      ))}
    </FormDialog>
  )
}

export const ValidityDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, isError, isFetchedAfterMount, error, refetch } = useQuietCall(captures.validity, {}, { fresh: true })
  if (data && isFetchedAfterMount) return <ValidityForm validity={data} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      {isError ? (
        <LoadFailure title={captures.validity.fails} query={{ error, refetch }} />
      ) : (
        <TableSkeleton label="Cargando la vigencia" rows={6} columns={2} />
      )}
    </Dialog>
  )
}
