// «Ve»: all vehicles, or those of selected tags, holders, lessors and states, with their number.
import type { Reply } from '@padron/contract/call'
import { COUNTRIES } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { tags } from '@padron/contract/tags'
import { countOf } from '@padron/contract/texts/count-of'
import { users, type VehicleScope } from '@padron/contract/users'
import { useQuietCall } from '../../api/use-call.ts'
import { numberText } from '../../lib/number-text.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { LABELS, scopeFrom, type UserValues } from './user-values.ts'

const { LongTextField, RadioField } = formFields<UserValues>()
const SIGHTS = [
  { value: 'all' as const, label: 'Todos los vehículos' },
  { value: 'part' as const, label: 'Solo los de…' },
]
const STILL_MS = 400
/** Maximum length of a displayed email address. */
const MAIL_AT_MOST = 50

const REPORTS = ['reporte', 'reportes', 'Reportes programados'] as const
const ALERTS = ['alerta', 'alertas', 'Alertas'] as const
/** The reports that the address still receives, because the company configured them so. */
const sentText = (
  { total, names }: Reply<typeof users.scopeCount>['reports'],
  [one, many, screen]: readonly [string, string, string],
): string => {
  const more = total - names.length
  const list = [...names.map((name) => `«${name}»`), ...(more > 0 ? [`${numberText(more)} más`] : [])]
  const which =
    names.length === 0
      ? `${countOf(total, one, many)} de toda la flota`
      : `${many} de toda la flota: ${new Intl.ListFormat('es').format(list)}`
  return `Recibe por correo ${which}. Quítelo de sus destinatarios en ${screen}.`
}

type PreviewProps = { scope: VehicleScope; email: string }
const Preview = ({ scope, email }: PreviewProps) => {
  const stillBody = useDebounced(JSON.stringify({ vehicleScope: scope, email }), STILL_MS)
  const { data, isError } = useQuietCall(users.scopeCount, { body: JSON.parse(stillBody) }, { keep: true, fresh: true })
  const text = () => {
    if (isError) return `${users.scopeCount.fails}.`
    if (!data) return 'Contando…'
    if (data.vehicles === 0) return 'Ningún vehículo cumple esto hoy: no vería ninguno.'
    return `Vería ${numberText(data.vehicles)} de ${numberText(data.total)}.`
  }
  return (
    <div role="status" className="stack gap-8 strong">
      <p>{text()}</p>
      {data && data.reports.total > 0 && <p className="warning-text">{sentText(data.reports, REPORTS)}</p>}
      {data && data.alerts.total > 0 && <p className="warning-text">{sentText(data.alerts, ALERTS)}</p>}
    </div>
  )
}

const TagChoice = () => {
  const { values, put } = useFormContext<UserValues>()
  const { data } = useQuietCall(tags.list, {})
  const options = (data?.userTags ?? []).map(({ tagId, tagName }) => ({ value: tagId, label: tagName }))
  return (
    <Combobox
      label="Etiquetas de los vehículos"
      placeholder="Cualquiera"
      options={options}
      value={values.scopeTags}
      onChange={(scopeTags) => put({ scopeTags })}
    />
  )
}

export const ScopeFields = () => {
  const { country } = useUser()
  const withTags = useCan('tags_read')
  const { values, put } = useFormContext<UserValues>()
  const scope = scopeFrom(values)
  return (
    <>
      <RadioField name="sees" label={LABELS.sees} options={SIGHTS} />
      {values.sees === 'part' && (
        <div className="stack gap-8">
          <p className="muted">
            Basta uno de los valores de cada dato; si llena varios datos, el vehículo debe cumplirlos todos. Según sus
            permisos podrá consultar, exportar y editar esos vehículos, con sus documentos, capturas, vencimientos y
            pendientes, y guardar vistas y reportes propios; por ahora no lo que es de toda la empresa ni cambiar varios
            a la vez.
          </p>
          <div className="form__columns">
            {withTags && <TagChoice />}
            <Combobox
              label={`${COUNTRIES[country].state}s`}
              placeholder="Cualquiera"
              options={statesOf(country).map(({ stateId, stateName }) => ({ value: stateId, label: stateName }))}
              value={values.scopeStates}
              onChange={(scopeStates) => put({ scopeStates })}
            />
            <LongTextField name="scopeHolders" label={LABELS.scopeHolders} hint="Uno por línea" rows={2} />
            <LongTextField name="scopeLessors" label={LABELS.scopeLessors} hint="Una por línea" rows={2} />
          </div>
          {scope && <Preview scope={scope} email={values.userEmail.trim().slice(0, MAIL_AT_MOST)} />}
        </div>
      )}
    </>
  )
}
