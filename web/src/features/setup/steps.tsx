// The forms of the steps. What a trial did not accept is not stored, and what is typed stays.
import type { Reply } from '@padron/contract/call'
import { COUNTRIES, COUNTRY_CODES, type Country } from '@padron/contract/countries'
import {
  CURRENCIES,
  SetupAddress,
  SetupBackup,
  SetupCompany,
  SetupFiles,
  SetupMail,
  type SetupProvider,
  SetupQuestion,
  type SetupState,
  setup,
} from '@padron/contract/setup'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { StepForm, useStepForm } from './StepForm.tsx'

type Props = { state: SetupState }
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }))

/** What was tried stays in the form, whether it passed and is stored or not. */
const useTried = <V,>(stored: V) => {
  const [tried, setTried] = useState<V>()
  return { stored: tried ?? stored, onSaved: (_reply: unknown, values: V): void => setTried(values) }
}

const Address = formFields<{ publicUrl: string }>()
export const AddressStep = ({ state: { address } }: Props) => {
  const [failed, setFailed] = useState<string>()
  const { stored, onSaved } = useTried({ publicUrl: address.publicUrl || location.origin })
  const form = useStepForm({
    stored,
    schema: SetupAddress,
    call: setup.address,
    args: (body) => ({ body: { ...body, anyway: body.publicUrl === failed } }),
    onSaved: (reply, values) => {
      setFailed(reply.report.ok ? undefined : values.publicUrl.trim())
      onSaved(reply, values)
    },
  })
  // What is typed anew is tried first.
  const anyway = form.values.publicUrl.trim() === failed
  return (
    <StepForm
      form={form}
      report={address.report}
      fixed={address.fixed}
      later="address"
      label={anyway ? 'Probar y guardar de todos modos' : 'Probar y guardar'}
    >
      <p>La que escribirán sus usuarios en el navegador, y con la que empiezan los enlaces de los correos.</p>
      <Address.TextField
        required
        name="publicUrl"
        label="Dirección"
        inputMode="url"
        maxLength={300}
        readOnly={address.fixed}
      />
    </StepForm>
  )
}

type MailValues = SetupMail
const Mail = formFields<MailValues>()
const SCHEMES = [
  { value: 'smtp' as const, label: 'STARTTLS' },
  { value: 'smtps' as const, label: 'TLS desde el principio' },
]
export const MailStep = ({ state: { mail } }: Props) => {
  const { scheme, host, port, user, from, hasPassword } = mail
  const [visible, setVisible] = useState(false)
  const form = useStepForm<MailValues, typeof setup.mail>({
    ...useTried<MailValues>({ scheme, host, port, user, password: '', from, to: from }),
    schema: SetupMail,
    call: setup.mail,
    args: (body) => ({ body }),
  })
  return (
    <StepForm form={form} report={mail.report} fixed={mail.fixed} later="mail">
      <p>Por él salen invitaciones, avisos y reportes. Sin él, los correos se guardan y no salen.</p>
      <Mail.TextField required name="host" label="Servidor" maxLength={253} readOnly={mail.fixed} />
      <Mail.SelectField name="scheme" label="Cifrado" options={SCHEMES} disabled={mail.fixed} />
      <Mail.TextField required name="port" label="Puerto" inputMode="numeric" maxLength={5} readOnly={mail.fixed} />
      <Mail.TextField name="user" label="Usuario" maxLength={200} autoComplete="off" readOnly={mail.fixed} />
      {!mail.fixed && (
        <Mail.PasswordField
          required={form.values.user !== '' && !hasPassword}
          name="password"
          label="Contraseña"
          visible={visible}
          onShow={setVisible}
          autoComplete="new-password"
          hint={hasPassword ? 'Hay una guardada: vacía, se usa esa.' : undefined}
        />
      )}
      <Mail.TextField required name="from" label="Remitente" inputMode="email" maxLength={254} readOnly={mail.fixed} />
      <Mail.TextField required name="to" label="Enviar la prueba a" inputMode="email" maxLength={254} />
    </StepForm>
  )
}

type FileValues = Pick<SetupState['files'], 'store' | 'endpoint' | 'bucket' | 'region' | 'keyId' | 'prefix'> & {
  secret: string
}
const Files = formFields<FileValues>()
export const FilesStep = ({ state: { files } }: Props) => {
  const { store, endpoint, bucket, region, keyId, prefix, folder, hasSecret, fixed } = files
  const [visible, setVisible] = useState(false)
  const form = useStepForm<FileValues, typeof setup.files>({
    ...useTried<FileValues>({ store, endpoint, bucket, region, keyId, secret: '', prefix }),
    schema: SetupFiles,
    call: setup.files,
    args: (body) => ({ body }),
  })
  const places = [
    { value: 'folder' as const, label: `La carpeta de datos, ${folder}` },
    { value: 's3' as const, label: 'Un almacén S3' },
  ]
  return (
    <StepForm form={form} report={files.report} fixed={fixed} later="files">
      <p>Documentos, resultados y pruebas de lo consultado.</p>
      {!fixed && <Files.RadioField name="store" label="Dónde se guardan" options={places} />}
      {form.values.store === 's3' && !fixed && (
        <>
          <Files.TextField required name="endpoint" label="Dirección, sin el bucket" inputMode="url" maxLength={300} />
          <Files.TextField required name="bucket" label="Bucket" maxLength={63} />
          <Files.TextField name="region" label="Región" maxLength={40} />
          <Files.TextField required name="keyId" label="Identificador de la llave" maxLength={200} autoComplete="off" />
          <Files.PasswordField
            required={!hasSecret}
            name="secret"
            label="Llave secreta"
            visible={visible}
            onShow={setVisible}
            autoComplete="new-password"
            hint={hasSecret ? 'Hay una guardada: vacía, se usa esa.' : undefined}
          />
          <Files.TextField name="prefix" label="Carpeta del bucket" maxLength={200} hint="Vacía: la raíz." />
        </>
      )}
    </StepForm>
  )
}

const Backup = formFields<{ folder: string }>()
export const BackupStep = ({ state: { backup } }: Props) => {
  const form = useStepForm({
    ...useTried({ folder: backup.folder }),
    schema: SetupBackup,
    call: setup.backup,
    args: (body) => ({ body }),
  })
  return (
    <StepForm form={form} report={backup.report} fixed={backup.fixed} later="backup">
      <p>Una carpeta del servidor, mejor de otro disco. Se escribe un respaldo, se lee completo y se borra.</p>
      <Backup.TextField required name="folder" label="Carpeta" maxLength={500} readOnly={backup.fixed} />
    </StepForm>
  )
}

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
/** What is known of a provider, to be changed. */
const startOf = ({ key, url, price, currency, paceMs, connectors }: SetupProvider): Partial<Question> => ({
  provider: key,
  connector: connectors[0]?.key ?? '',
  url,
  price: price === null ? '' : `${price}`,
  currency,
  paceMs: `${paceMs}`,
})
const Ask = formFields<Question>()
export const ProviderStep = ({ state: { provider } }: Props) => {
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
            hint="Al llegar a él no se le consulta más en el mes. Vacío: sin tope."
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

export const CompanyStep = ({ state: { mail }, onMade }: Props & { onMade: (made: Made) => void }) => {
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
