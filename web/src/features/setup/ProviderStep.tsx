// The form of a provider: its known settings, which can be changed, and a test query about one plate.
import { COUNTRIES } from '@padron/contract/places/countries'
import { CURRENCIES, type SetupProvider, SetupQuestion, setup } from '@padron/contract/setup'
import { useState } from 'react'
import { formFields } from '../../ui/form/fields.tsx'
import { StepForm, useStepForm } from './StepForm.tsx'
import { type StepProps, useTried } from './steps.tsx'

const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }))

type Question = typeof BLANK_QUESTION
const BLANK_QUESTION = {
  provider: '',
  connector: '',
  url: '',
  credential: '',
  plate: '',
  vin: '',
  taxIdentifier: '',
  price: '',
  currency: 'MXN' as (typeof CURRENCIES)[number],
  monthlyCap: '',
  paceMs: '500',
}
/** The form's values from the known settings of a provider. */
const startOf = ({ key, url, price, currency, paceMs, connectors }: SetupProvider): Partial<Question> => ({
  provider: key,
  connector: connectors[0]?.key ?? '',
  url,
  price: price === null ? '' : `${price}`,
  currency,
  paceMs: `${paceMs}`,
})
const Ask = formFields<Question>()
export const ProviderStep = ({ state: { provider } }: StepProps) => {
  const [visible, setVisible] = useState(false)
  const form = useStepForm<Question, typeof setup.provider>({
    ...useTried(BLANK_QUESTION),
    schema: SetupQuestion,
    call: setup.provider,
    args: (body) => ({ body }),
  })
  const { providers } = provider
  const chosen = providers.find(({ key }) => key === form.values.provider)
  const connector = chosen?.connectors.find(({ key }) => key === form.values.connector)
  const choose = (key: string): void => {
    const next = providers.find((each) => each.key === key)
    if (!next) form.put({ provider: '', connector: '' })
    else form.put(startOf(next))
  }
  return (
    <StepForm form={form} report={provider.report} fixed={false} later="provider" label="Preguntar y guardar">
      <p>
        Quien responde por contrato. Se le pregunta por una placa: si la respuesta se entiende y es de ese vehículo, la
        cuenta queda guardada. La pregunta puede costar.
      </p>
      <Ask.SelectField
        required
        name="provider"
        label="Proveedor"
        empty="Elija uno"
        emptyValue=""
        options={providers.map(({ key, name, configured }) => ({
          value: key,
          label: configured ? `${name} (configurado)` : name,
        }))}
        onChange={choose}
      />
      {chosen && (
        <>
          <p className="muted">{chosen.charges}</p>
          <Ask.SelectField
            name="connector"
            label="Qué se le pregunta"
            options={chosen.connectors.map(({ key, country, types }) => ({
              value: key,
              label: `${COUNTRIES[country].name}: ${types.join(', ')} (${key})`,
            }))}
            hint={connector?.provenance}
          />
          <Ask.TextField required name="url" label="Dirección" inputMode="url" maxLength={300} />
          <Ask.PasswordField
            required={!chosen.configured}
            name="credential"
            label="Credencial"
            visible={visible}
            onShow={setVisible}
            autoComplete="new-password"
            hint={chosen.configured ? `${chosen.credential} Vacía, se usa la guardada.` : chosen.credential}
          />
          <Ask.TextField required name="plate" label="Placa" maxLength={15} autoCapitalize="characters" />
          {connector?.vin && <Ask.TextField required name="vin" label="NIV" maxLength={17} />}
          {connector?.taxIdentifier && (
            <Ask.TextField required name="taxIdentifier" label="Documento del propietario" maxLength={20} />
          )}
          <Ask.TextField name="price" label="Lo que cuesta una consulta" inputMode="decimal" maxLength={14} />
          <Ask.SelectField name="currency" label="Moneda" options={CURRENCY_OPTIONS} />
          <Ask.TextField
            name="monthlyCap"
            label="Tope de gasto del mes"
            inputMode="decimal"
            maxLength={14}
            hint="En la misma moneda. Al llegar a él no se le consulta más en el mes. En blanco: sin tope."
          />
          <Ask.TextField
            required
            name="paceMs"
            label="Pausa entre consultas, en milisegundos"
            inputMode="numeric"
            maxLength={7}
          />
        </>
      )}
    </StepForm>
  )
}
