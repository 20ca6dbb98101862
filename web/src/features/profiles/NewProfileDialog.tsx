// A new profile: its name and a slider for each role type (spec bulk §2).
import { profiles as calls, type RoleGroup } from '@padron/contract/profiles'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureText } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { useUser } from '../../session/user-context.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { keepDraft, keptDraft, NEW_PROFILE } from './kept-draft.ts'
import { LevelSliders } from './LevelSliders.tsx'
import { EMPTY, faultsOf, isSame, roleIdsOf } from './levels.ts'
import { isTold, nameRefusal } from './refusals.ts'

type Props = {
  groups: readonly RoleGroup[]
  /** Names of the profiles there are. */
  names: readonly string[]
  onMade: (presetId: number) => void
  onClose: () => void
}

export const NewProfileDialog = ({ groups, names, onMade, onClose }: Props): ReactNode => {
  const { userId } = useUser()
  const form = useId()
  const nameInput = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(() => keptDraft(userId, NEW_PROFILE.presetId)?.draft ?? EMPTY)
  const [recovered, setRecovered] = useState(draft !== EMPTY)
  const [tried, setTried] = useState(false)
  const [asking, ask] = useState(false)
  const create = useAction(calls.create, {
    told: (error) => isTold(error) && (nameRefusal(error) ?? failureText(error, calls.create)),
  })
  const faults = faultsOf(groups, draft, names)
  const touched = !isSame(groups, draft, EMPTY)

  // Not the ✕, where the browser would put it.
  useEffect(() => nameInput.current?.focus(), [])
  useEffect(() => keepDraft(userId, NEW_PROFILE, touched ? draft : undefined), [userId, touched, draft])

  const leave = (): void => {
    keepDraft(userId, NEW_PROFILE, undefined)
    onClose()
  }
  const shut = useBlockClose(create.isPending)
  const end = useIfMounted((presetId: number): void => {
    onClose()
    onMade(presetId)
  })
  const close = (): void => {
    if (shut) return
    if (touched) ask(true)
    else leave()
  }
  const change = (patch: Partial<typeof draft>): void => {
    // Setting back what runs would let it be sent twice.
    if (create.isPending) return
    setDraft({ ...draft, ...patch })
    setRecovered(false)
    create.reset()
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (create.isPending) return
    setTried(true)
    if (faults.name) return nameInput.current?.focus()
    if (faults.roles) return
    const body = { presetName: draft.name, roleIDs: roleIdsOf(groups, draft.levels) }
    const made = await create.mutateAsync({ body }).catch(() => undefined)
    if (!made) return nameInput.current?.focus()
    keepDraft(userId, NEW_PROFILE, undefined)
    end(made.presetId)
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {tried && faults.roles}
      </span>
      <button type="button" className="button" aria-disabled={shut} onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={form} className="button button--primary" aria-disabled={create.isPending}>
        {create.isPending && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
    </>
  )
  return (
    <Dialog title="Agregar perfil" shape="wide" onClose={close} footer={footer}>
      <form id={form} className="new-profile" onSubmit={(event) => void save(event)} noValidate>
        {recovered && (
          <p className="note" role="status">
            Se recuperó lo que había escrito.
          </p>
        )}
        <FormField
          label="Nombre del perfil"
          required
          fault={tried ? (faults.name ?? nameRefusal(create.error)) : undefined}
        >
          {(control) => (
            <input
              {...control}
              ref={nameInput}
              type="text"
              autoComplete="off"
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormField>
        <LevelSliders groups={groups} levels={draft.levels} onChange={(levels) => change({ levels })} />
      </form>
      {asking && (
        <ConfirmDialog
          title="Cambios sin guardar"
          yes="Descartar perfil"
          no="Seguir editando"
          onYes={leave}
          onNo={() => ask(false)}
        >
          El perfil no se ha guardado. Si continúa se perderá lo que eligió.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
