// The dialog that creates a passkey in the browser and gives it a name.
import { type Account, account as calls, FACTOR_TEXTS } from '@padron/contract/account'
import { PASSKEY_NAME_AT_MOST, type PasskeyCreation } from '@padron/contract/passkeys'
import { required } from '@padron/contract/rules/user-rules'
import { makePasskey } from '../../session/passkey.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { proofFailure } from './factor-fields.tsx'
import { deviceWords } from './SignIns.tsx'

const { TextField } = formFields<{ name: string }>()

/** The browser's name, with a number if a passkey already has it. */
const proposedName = (names: readonly string[]): string => {
  const device = deviceWords(navigator.userAgent).slice(0, PASSKEY_NAME_AT_MOST - 4)
  const proposals = [device, ...names.map((_, n) => `${device} (${n + 2})`)]
  return proposals.find((name) => !names.includes(name)) ?? device
}

type Props = {
  account: Account
  creation: PasskeyCreation
  onAdded: (codes: string[]) => void
  onClose: () => void
}

export const NewPasskey = ({ account, creation, onAdded, onClose }: Props) => {
  const names = account.secondFactor?.passkeys.map(({ name }) => name) ?? []
  const form = useForm({
    stored: { name: '' },
    preset: { name: proposedName(names) },
    validate: ({ name }) =>
      onlyFaults({ name: name === '' ? required('Nombre') : names.includes(name) && FACTOR_TEXTS.sameName }),
    call: calls.addPasskey,
    args: async ({ name }) => ({ body: { name, passkey: await makePasskey(creation) } }),
    failure: proofFailure,
    onSaved: ({ codes }) => onAdded(codes),
  })
  return (
    <FormDialog form={form} title="Cree su llave de acceso" verb="Crear la llave" asks={false} onClose={onClose}>
      <p className="measure">Su navegador le pregunta ahora dónde guardarla. Siga sus pasos.</p>
      <TextField
        name="name"
        label="Nombre"
        required
        hint="Para reconocerla en su lista."
        maxLength={PASSKEY_NAME_AT_MOST}
      />
    </FormDialog>
  )
}
