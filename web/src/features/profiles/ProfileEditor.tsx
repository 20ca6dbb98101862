// The open profile: its name, its levels and its actions.
import { profiles as calls, type Profile, type RoleGroup } from '@padron/contract/profiles'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { refusedFields } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { verifySession } from '../../session/session.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { FactorCheck } from './FactorCheck.tsx'
import { LevelSliders } from './LevelSliders.tsx'
import { type Draft, isNamePath, reachText, roleIdsOf, validateProfile } from './levels.ts'
import { type Editing, useEditing } from './use-editing.ts'

const isConflict = (error: unknown): boolean => statusOf(error) === 409

/** The message for a duplicate name. Only the server knows it, if the other profile is newer than this page's list. */
const nameRefusal = (error: unknown): string | undefined =>
  Object.entries(refusedFields(error)).find(([path]) => isNamePath(path))?.[1]

/** Another user changed the profile meanwhile. */
const isOutdated = (error: unknown): boolean => isConflict(error) && !nameRefusal(error)

type DeleteProps = { profile: Profile; onDeleted: () => void; onClose: () => void }

/** The server refuses while users have the profile; the dialog shows the reason. */
const DeleteProfileDialog = ({ profile, onDeleted, onClose }: DeleteProps) => {
  const { presetId, rolePresetName } = profile.preset
  const refusal = (error: unknown): string | undefined =>
    error instanceof ApiError && isConflict(error) ? error.problem?.title : undefined
  const { mutateAsync, isPending, error } = useAction(calls.remove, { onFailure: refusal, about: rolePresetName })
  return (
    <DangerDialog
      title="Eliminar perfil"
      yes="Eliminar perfil"
      busy={isPending}
      error={refusal(error)}
      onYes={() => void mutateAsync({ params: { id: `${presetId}` } }).then(onDeleted, () => {})}
      onClose={onClose}
    >
      <p>
        Se eliminará el perfil <strong>{rolePresetName}</strong>. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}

type NewerVersionProps = { editing: Editing; onReload: () => void; onRebase: () => void }

const NewerVersion = ({ editing: { recovered, theirs }, onReload, onRebase }: NewerVersionProps) => (
  <div className="note note--warning stack gap-8" role="alert">
    <p>
      {recovered
        ? 'Se recuperaron los cambios que no había guardado, pero otra persona cambió este perfil mientras tanto.'
        : 'Otra persona cambió este perfil mientras usted lo editaba.'}
    </p>
    {theirs.length > 0 && (
      <ul className="bullets">
        {theirs.map(({ label, before, after }) => (
          <li key={label}>
            {label}: <s>{before}</s> → <strong>{after}</strong>
          </li>
        ))}
      </ul>
    )}
    <div className="flex-wrap gap-8">
      <Button label="Cargar la versión más reciente" onClick={onReload} />
      <Button label="Conservar mis cambios" onClick={onRebase} />
    </div>
  </div>
)

type Place = { pathname: string; search: Record<string, unknown> }
/** Whether a navigation leaves the form: to another screen or profile; a drawer over the screen does not. */
const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || String(from.search.perfil) !== String(to.search.perfil)

type Props = {
  profile: Profile
  groups: readonly RoleGroup[]
  /** Names of the other profiles. */
  others: readonly string[]
  onReload: () => Promise<unknown>
  onDeleted: () => void
}

export const ProfileEditor = ({ profile, groups, others, onReload, onDeleted }: Props) => {
  const mayEdit = useCan('presets-admin')
  const { presetId, editable, userCount, rolePresetName } = profile.preset
  const readOnly = !mayEdit || !editable
  const editing = useEditing(profile, groups, readOnly)
  const { draft, dirty, recovered, version, change, reset } = editing
  const save = useAction(calls.edit, {
    onFailure: isConflict,
    // Before the list is reloaded, because its next version is this save.
    onSuccess: () => {
      editing.saved()
      notify('done', calls.edit.done)
    },
  })
  const [deleting, askDelete] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const faults = dirty ? validateProfile(groups, draft, others) : {}
  const busy = save.isPending
  const outdated = editing.outdated || isOutdated(save.error)

  const put = (patch: Partial<Draft>): void => {
    if (busy) return
    save.reset()
    change(patch)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!dirty || busy) return
    if (faults.name) return nameInput.current?.focus()
    if (faults.levels) return
    const renamed = draft.name.trim() !== rolePresetName
    const { requiresFactor } = draft
    const preset = {
      presetId,
      version,
      ...(renamed && { rolePresetName: draft.name }),
      ...(requiresFactor !== profile.preset.requiresFactor && { requiresFactor }),
    }
    const body = { preset, roleIDs: roleIdsOf(groups, draft.levels) }
    await save.mutateAsync({ body }).then(
      // The user may have this profile too.
      () => verifySession(),
      (error: unknown) => {
        if (isOutdated(error)) return onReload()
        if (nameRefusal(error)) nameInput.current?.focus()
      },
    )
  }
  // The pressed button disappears: the focus stays in the editor.
  const discard = (): void => {
    save.reset()
    reset()
    form.current?.focus()
  }
  const reload = (): void => {
    discard()
    void onReload()
  }
  const rebase = (): void => {
    save.reset()
    if (editing.outdated) editing.rebase()
    else void onReload() // a conflict, and the newest version could not be loaded
    form.current?.focus()
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      className="profile stack gap-14"
      aria-label={`Perfil ${rolePresetName}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <LeaveGuard when={dirty} leaves={leaves} onDiscard={reset} />
      {readOnly && (
        <p className="note">
          {mayEdit
            ? 'Solo lectura: este perfil tiene permisos que usted no tiene, y nadie da ni quita más de lo que tiene.'
            : 'Solo lectura: usted puede consultar los perfiles, no cambiarlos.'}
        </p>
      )}
      {outdated ? (
        <NewerVersion editing={editing} onReload={reload} onRebase={rebase} />
      ) : (
        recovered && (
          <p className="note" role="status">
            Se recuperaron los cambios que no había guardado.
          </p>
        )
      )}
      <FormField label="Nombre del perfil" required={!readOnly} fault={faults.name ?? nameRefusal(save.error)}>
        {(control) => (
          <input
            {...control}
            ref={nameInput}
            type="text"
            autoComplete="off"
            readOnly={readOnly || busy}
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
          />
        )}
      </FormField>
      <LevelSliders groups={groups} levels={draft.levels} readOnly={readOnly} onChange={(levels) => put({ levels })} />
      <FactorCheck
        isRequired={draft.requiresFactor}
        off={readOnly}
        onChange={(requiresFactor) => put({ requiresFactor })}
      />
      <p className="muted">{reachText(userCount, readOnly)}</p>
      {!readOnly && (
        <div className="profile__foot no-print row-wrap gap-8">
          <Button label="Eliminar perfil" sends kind="danger" onClick={() => askDelete(true)} />
          <span role="alert" className="profile__error grow debt-text">
            {faults.levels}
          </span>
          {dirty && !busy && <Button label="Descartar cambios" onClick={discard} />}
          <Button label="Guardar Cambios" type="submit" kind="primary" busy={busy} off={!dirty} />
        </div>
      )}
      {deleting && <DeleteProfileDialog profile={profile} onDeleted={onDeleted} onClose={() => askDelete(false)} />}
    </form>
  )
}
