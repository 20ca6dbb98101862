// The form of an alert, new or edited: name, saved view, measure, threshold and recipients. Leaving unsaved changes
// asks for confirmation; the draft of a new alert stays in this browser until it is saved or discarded.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { COUNTRIES } from '@padron/contract/places/countries'
import { MEASURES, measureName, REPORT_NAME_MAX } from '@padron/contract/reports/rules'
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import { formRefusalText } from '../../api/form-refusal.ts'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ChannelChecks } from '../../ui/form/ChannelChecks.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { seenText, triggerText, uncertainText, valueText } from './alert-texts.ts'
import {
  AlertDraft,
  type AlertValues,
  NEW,
  thresholdOf,
  toAlertBody,
  toAlertValues,
  validateAlert,
} from './alert-values.ts'

const { GroupField, LongTextField, SelectField, TextField } = formFields<AlertValues>()
const MAILS_MAX = 13_000
const NO_MAIL = ' Este servidor no envía correos: el aviso se guarda sin enviar.'
const measureOptions = () => MEASURES.map(({ measure }) => ({ value: measure, label: measureName(measure) }))
const CONFLICT = {
  gone: 'Otra persona eliminó esta alerta. Lo que escribió sigue aquí: puede copiarlo en una nueva.',
  outdated:
    'Otra persona cambió esta alerta mientras usted la editaba. Lo que escribió sigue aquí y, si guarda de nuevo, ' +
    'reemplaza lo que esa persona puso en los mismos campos.',
}
const HOW = 'En Vehículos abra «Vistas», edite la suya y elija «Toda la empresa».'

/** One of the company's shared views. @param stored the alert's own view, which may not be among them */
const ViewField = ({ stored }: { stored: Alert['view'] | undefined }) => {
  const { viewId: value } = useFormContext<AlertValues>().values
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { fresh: true })
  const shared = data?.views.filter((view) => view.shared && !view.unreadable) ?? []
  const options = stored && !shared.some(({ viewId }) => viewId === stored.viewId) ? [stored, ...shared] : shared
  const unshared = data?.views.find((view) => view.viewId === value && !view.shared)
  const hint = () => {
    if (isError && !data)
      return (
        <>
          {statusNotice(error) ?? `${views.list.fails}.`}{' '}
          <Button kind="link" label="Reintentar" onClick={() => void refetch()} />
        </>
      )
    if (unshared) return `La vista «${unshared.name}» todavía no es de toda la empresa: compártala primero. ${HOW}`
    if (data && !options.length)
      return (
        <>
          Todavía no hay vistas compartidas. {HOW} <Link to="/">Ir a Vehículos</Link>
        </>
      )
    return `Solo las vistas compartidas. ${HOW}`
  }
  return (
    <SelectField
      name="viewId"
      label="Vista"
      required
      hint={hint()}
      empty={data || isError ? 'Elija una vista' : 'Cargando…'}
      options={options.map(({ viewId, name }) => ({ value: viewId, label: name }))}
    />
  )
}

const ThresholdField = () => {
  const { country } = useUser()
  const { values } = useFormContext<AlertValues>()
  const { currency } = COUNTRIES[country]
  const isDebt = values.measure === 'debt'
  const threshold = thresholdOf(values)
  const hint = () => {
    if (threshold !== undefined) return `Desde ${valueText(values.measure, threshold, country)}, incluido.`
    return isDebt ? `En ${currency}, de lo que se sabe que deben.` : 'Cuántos vehículos de la vista.'
  }
  return (
    <TextField
      name="threshold"
      label="Avisar a partir de"
      required
      hint={hint()}
      before={isDebt ? currency : undefined}
      inputMode="decimal"
      maxLength={24}
    />
  )
}

/** The current value of the alert, and when it would notify. */
const LiveValue = ({ viewId, values }: { viewId: number; values: AlertValues }) => {
  const { country } = useUser()
  const { measure } = values
  const threshold = thresholdOf(values)
  const { data, error, isError, refetch } = useQuietCall(calls.value, { body: { viewId, measure } }, { fresh: true })
  const uncertain = data && uncertainText(measure, data.uncertain, country)
  return (
    <div className="alert-now stack gap-4 soft rounded" role="status">
      {!data && !isError && <p className="muted">Calculando el valor actual…</p>}
      {isError && !data && <FailureLine title="No se pudo saber cuánto vale ahora." query={{ error, refetch }} />}
      {data && (
        <p>
          Ahora: <strong>{seenText(measure, data.value, data.uncertain, country)}</strong>
        </p>
      )}
      {uncertain && (
        <p className="flex gap-4">
          <StatusSign sign="unknown" size={16} /> {uncertain}
        </p>
      )}
      {data && threshold !== undefined && <p>{triggerText(measure, threshold, data.value, country)}</p>}
    </div>
  )
}

type Props = {
  /** Undefined: a new alert. */
  alert?: Alert
  /** The saved view of a new alert. */
  viewId?: number | undefined
  /** Requests the edited alert again, after another person changed it. */
  onReload?: () => void
  onClose: () => void
}

export const AlertDialog = ({ alert, viewId, onReload = () => undefined, onClose }: Props) => {
  const { country } = useUser()
  const { mail } = useConfig() ?? {}
  const call = alert ? calls.edit : calls.create
  const form = useForm({
    stored: alert ? toAlertValues(alert, country) : NEW,
    preset: viewId === undefined ? undefined : { viewId },
    validate: validateAlert,
    draft: { name: alert ? undefined : 'new-alert', shape: AlertDraft },
    version: alert?.version,
    call,
    args: (values, { version }) => {
      const body = toAlertBody(values, alert?.active ?? true)
      return alert ? { params: { alertId: `${alert.alertId}` }, body: { ...body, version } } : { body }
    },
    about: () => alert?.name,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, call), onReload),
    onSaved: onClose,
  })
  const { values } = form
  return (
    <FormDialog
      form={form}
      title={alert ? 'Editar alerta' : 'Agregar alerta'}
      verb="Guardar alerta"
      question={UNSAVED_TEXT}
      onClose={onClose}
    >
      <TextField name="name" label="Nombre" required maxLength={REPORT_NAME_MAX} />
      <ViewField stored={alert?.view} />
      <div className="form__columns">
        <SelectField name="measure" label="Qué se mide" required options={measureOptions()} />
        <ThresholdField />
      </div>
      {values.viewId !== null && <LiveValue viewId={values.viewId} values={values} />}
      <LongTextField
        name="mails"
        label="Destinatarios"
        hint={
          'Correos separados por comas. Ven los datos de la vista aunque no tengan cuenta en ' +
          `Padrón.${mail === false ? NO_MAIL : ''}`
        }
        rows={2}
        spellCheck={false}
        maxLength={MAILS_MAX}
        placeholder="ana@empresa.mx, luis@empresa.mx"
      />
      <GroupField name="channels" label="Canales">
        {(box, { value, put }) => <ChannelChecks box={box} chosen={value} onChange={put} />}
      </GroupField>
    </FormDialog>
  )
}
