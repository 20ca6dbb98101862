// The form of the first company, and the message once it exists.
import type { Reply } from '@padron/contract/call'
import { COUNTRIES, COUNTRY_CODES, type Country } from '@padron/contract/places/countries'
import { SetupCompany, setup } from '@padron/contract/setup'
import { Button } from '../../ui/Button.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { StepForm, useStepForm } from './StepForm.tsx'
import type { StepProps } from './steps.tsx'

type CompanyValues = { shortName: string; title: string; country: Country; timeZone: string; email: string }
const Company = formFields<CompanyValues>()
const BLANK_COMPANY: CompanyValues = {
  shortName: '',
  title: '',
  country: 'MX',
  timeZone: COUNTRIES.MX.timeZone,
  email: '',
}
const COUNTRY_OPTIONS = COUNTRY_CODES.map((code) => ({ value: code, label: COUNTRIES[code].name }))

export type Made = Reply<typeof setup.company>

export const CompanyStep = ({ state: { mail }, onMade }: StepProps & { onMade: (made: Made) => void }) => {
  const form = useStepForm<CompanyValues, typeof setup.company>({
    stored: BLANK_COMPANY,
    schema: SetupCompany,
    call: setup.company,
    args: (body) => ({ body }),
    onSaved: onMade,
  })
  const sends = mail.host !== ''
  return (
    <StepForm form={form} report={null} fixed={false} label="Crear empresa y terminar">
      <p>Con ella termina la puesta en marcha. Lo que quede para después se hace con padron init en el servidor.</p>
      <Company.TextField
        required
        name="shortName"
        label="Nombre corto"
        maxLength={30}
        hint="Con él empiezan los nombres de sus usuarios, como acme-admin. No se cambia después."
      />
      <Company.TextField required name="title" label="Nombre de la empresa" maxLength={120} />
      <Company.SelectField
        name="country"
        label="País"
        options={COUNTRY_OPTIONS}
        onChange={(country) => form.put({ country, timeZone: COUNTRIES[country].timeZone })}
      />
      <Company.TextField required name="timeZone" label="Zona horaria" maxLength={60} />
      <Company.TextField
        name="email"
        label="Correo de su cuenta principal"
        inputMode="email"
        maxLength={254}
        hint={
          sends
            ? 'Recibe un enlace para elegir su contraseña.'
            : 'Sin servidor de correo no se le escribe: aquí verá su contraseña, una sola vez.'
        }
      />
    </StepForm>
  )
}

export const ReadyToSignIn = ({ made: { username, password, sentTo } }: { made: Made }) => (
  <section className="box setup-step" aria-labelledby="setup-done">
    <h2 id="setup-done">La instalación está lista</h2>
    {sentTo ? (
      <p>
        Se envía a {sentTo} un enlace para que <strong>{username}</strong> elija su contraseña.
      </p>
    ) : (
      <p>
        Entre como <strong>{username}</strong> con la contraseña <code>{password}</code>. No se volverá a mostrar.
      </p>
    )}
    <p className="muted">El servidor aplica los ajustes en unos segundos.</p>
    <Button label="Iniciar sesión" kind="primary" onClick={() => location.assign('/login')} />
  </section>
)
