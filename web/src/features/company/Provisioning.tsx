// Users that the identity provider creates and deactivates by itself: its token, shown once, and the profile of new
// users.
import type { Reply } from '@padron/contract/call'
import { provisioning as calls } from '@padron/contract/provisioning'
import { useState } from 'react'
import { refusalMessage } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { FormField } from '../../ui/fields/FormField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { useProfileOptions } from './use-profile-options.ts'

type Stored = Reply<typeof calls.read>

const MISSING = 'Elija el perfil de los usuarios nuevos'
const DELETED = 'El perfil se borró: sin otro no se crea a nadie'

const count = (users: number): string =>
  users === 0
    ? 'Todavía no administra a nadie.'
    : users === 1
      ? 'Administra a 1 usuario.'
      : `Administra a ${users} usuarios.`

const Removal = ({ onClose }: { onClose: () => void }) => {
  const { mutate, dialog } = useDangerAction(calls.remove, 'Altas y bajas automáticas')
  return (
    <DangerDialog
      title="Quitar el token"
      yes="Quitar el token"
      {...dialog}
      onYes={() => mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>El proveedor deja de crear, cambiar y desactivar usuarios aquí. Los que hay se quedan como están.</p>
    </DangerDialog>
  )
}

type ReplacementProps = { busy: boolean; onYes: () => void; onClose: () => void }
const Replacement = ({ busy, onYes, onClose }: ReplacementProps) => (
  <DangerDialog title="Crear otro token" yes="Crear otro token" busy={busy} onYes={onYes} onClose={onClose}>
    <p>El token de ahora deja de servir en el momento: cámbielo en el proveedor enseguida.</p>
  </DangerDialog>
)

const Token = ({ stored, clock }: { stored: Stored; clock: Clock }) => {
  const { address, token, users } = stored
  const [issued, setIssued] = useState('')
  const [asks, setAsks] = useState<'removal' | 'replacement'>()
  const [presetId, setPresetId] = useState(token?.presetId ?? null)
  const [isMissing, setMissing] = useState(false)
  const { options, isLoading } = useProfileOptions()
  const issue = useAction(calls.issue, {
    onFailure: (error) => refusalMessage(error, calls.issue),
    onSuccess: ({ token: made }) => setIssued(made),
  })
  const save = useAction(calls.save, { onFailure: (error) => refusalMessage(error, calls.save) })
  const failure = issue.error
    ? refusalMessage(issue.error, calls.issue)
    : save.error && refusalMessage(save.error, calls.save)
  const fault = isMissing ? MISSING : token?.presetId === null && presetId === null ? DELETED : failure
  const withProfile = (act: (chosen: number) => void) => () => {
    setAsks(undefined)
    setMissing(presetId === null)
    for (const call of [issue, save]) if (call.isError) call.reset()
    if (presetId !== null) act(presetId)
  }
  const create = withProfile((chosen) => issue.mutate({ body: { presetId: chosen } }))
  return (
    <>
      {token && (
        <>
          <p className="muted">
            {count(users)} {token.madeBy} creó el token el {dateInText(token.createdAt, clock.zone)};{' '}
            {token.lastUsedAt
              ? `el proveedor lo usó por última vez el ${dateInText(token.lastUsedAt, clock.zone)}.`
              : 'el proveedor todavía no lo usa.'}
          </p>
          <CodeBlock label="Dirección (Tenant URL)" text={address} copy="Copiar la dirección del servicio" wrap />
        </>
      )}
      <FormField label="Perfil de los usuarios nuevos" required fault={fault || undefined}>
        {(control) => (
          <Select
            {...control}
            options={options}
            empty={isLoading ? 'Cargando…' : 'Seleccione un perfil'}
            value={presetId}
            onChange={(chosen) => {
              setPresetId(chosen ?? null)
              setMissing(false)
            }}
          />
        )}
      </FormField>
      {token && issued && (
        <div className="stack gap-12" role="status">
          <CodeBlock label="Token (Secret Token)" text={issued} copy="Copiar el token" wrap />
          <p className="strong">Cópielo ahora: no se vuelve a mostrar.</p>
        </div>
      )}
      <div className="row-wrap gap-8-12">
        {token ? (
          <>
            <Button
              label="Guardar el perfil"
              busy={save.isPending}
              disabled={presetId === token.presetId}
              onClick={withProfile((chosen) => save.mutate({ body: { presetId: chosen } }))}
            />
            <Button label="Crear otro token" busy={issue.isPending} onClick={() => setAsks('replacement')} />
            <Button label="Quitar el token" onClick={() => setAsks('removal')} />
          </>
        ) : (
          <Button label="Crear el token" busy={issue.isPending} onClick={create} />
        )}
      </div>
      {asks === 'removal' && <Removal onClose={() => setAsks(undefined)} />}
      {asks === 'replacement' && (
        <Replacement busy={issue.isPending} onYes={create} onClose={() => setAsks(undefined)} />
      )}
    </>
  )
}

export const Provisioning = ({ clock }: { clock: Clock }) => {
  const stored = useQuietCall(calls.read, {})
  return (
    <section className="box provider-part stack gap-12" aria-labelledby="provisioning">
      <h2 id="provisioning">Altas y bajas automáticas (SCIM)</h2>
      <p>
        El proveedor crea aquí a quien usted le asigna esta aplicación, cambia su nombre y su correo, y lo desactiva,
        con sus sesiones, cuando deja la empresa. Nunca cambia la cuenta principal.
      </p>
      {stored.data ? (
        <Token stored={stored.data} clock={clock} />
      ) : stored.isError ? (
        <LoadFailure title={calls.read.fails} query={stored} />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </section>
  )
}
