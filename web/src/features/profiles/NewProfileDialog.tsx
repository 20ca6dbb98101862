// A new profile: its name and a slider for each role type (spec bulk §2).
import { profiles as calls, type RoleGroup } from '@padron/contract/profiles'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { FactorCheck } from './FactorCheck.tsx'
import { LevelSliders } from './LevelSliders.tsx'
import { Draft, EMPTY, isNamePath, roleIdsOf, validateProfile } from './levels.ts'

const { TextField } = formFields<Draft>()
const UNSAVED_PROFILE = {
  title: 'Cambios sin guardar',
  yes: 'Descartar perfil',
  text: 'El perfil no se ha guardado. Si continúa se perderá lo que eligió.',
}

type Props = {
  groups: readonly RoleGroup[]
  /** Names of the existing profiles. */
  names: readonly string[]
  onMade: (presetId: number) => void
  onClose: () => void
}

export const NewProfileDialog = ({ groups, names, onMade, onClose }: Props) => {
  const form = useForm({
    stored: EMPTY,
    validate: (draft) => validateProfile(groups, draft, names),
    draft: { name: 'profile-draft-new', shape: Draft },
    call: calls.create,
    args: ({ name, levels, requiresFactor }) => ({
      body: { presetName: name, roleIDs: roleIdsOf(groups, levels), ...(requiresFactor && { requiresFactor }) },
    }),
    fieldAt: (path) => (isNamePath(path) ? 'name' : undefined),
    onSaved: ({ presetId }) => {
      onClose()
      onMade(presetId)
    },
  })
  return (
    <FormDialog
      form={form}
      title="Agregar perfil"
      verb="Guardar"
      question={UNSAVED_PROFILE}
      shape="wide"
      className="new-profile stack gap-14"
      onClose={onClose}
    >
      {form.recovered && (
        <p className="note" role="status">
          Se recuperó lo que había escrito.
        </p>
      )}
      <TextField name="name" label="Nombre del perfil" required />
      <LevelSliders groups={groups} levels={form.values.levels} onChange={(levels) => form.put({ levels })} />
      <FactorCheck
        isRequired={form.values.requiresFactor}
        onChange={(requiresFactor) => form.put({ requiresFactor })}
      />
      <p className="field__fault" role="alert">
        {form.faults.levels}
      </p>
    </FormDialog>
  )
}
