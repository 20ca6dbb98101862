// The forms of the steps that are settings of the server. What a test refuses is not stored, and stays as typed.
import { SetupAddress, SetupBackup, SetupFiles, SetupMail, type SetupState, setup } from '@padron/contract/setup'
import { useState } from 'react'
import { formFields } from '../../ui/form/fields.tsx'
import { StepForm, useStepForm } from './StepForm.tsx'

export type StepProps = { state: SetupState }

/** The tested values stay in the form, whether they were stored or not. */
export const useTried = <V,>(stored: V) => {
  const [tried, setTried] = useState<V>()
  return { stored: tried ?? stored, onSaved: (_reply: unknown, values: V): void => setTried(values) }
}

const Address = formFields<{ publicUrl: string }>()
export const AddressStep = ({ state: { address } }: StepProps) => {
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
  // A changed value must be tested first.
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
export const MailStep = ({ state: { mail } }: StepProps) => {
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
export const FilesStep = ({ state: { files } }: StepProps) => {
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
export const BackupStep = ({ state: { backup } }: StepProps) => {
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
