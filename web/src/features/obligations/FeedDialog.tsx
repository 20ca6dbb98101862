// "Calendario en su teléfono o programa": a secret address that calendar programs read. It is shown once, when it is
// created; it can be revoked, and a new one replaces it.
import type { Reply } from '@padron/contract/call'
import { obligations as calls } from '@padron/contract/obligations'
import { useEffect, useRef, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { Warning } from './RemindersDialog.tsx'

const SKELETON_ROWS = 3

const QUESTIONS = {
  again: {
    title: '¿Crear otra dirección?',
    text:
      'La dirección de ahora dejará de servir: los programas que la leen dejarán de actualizarse hasta que les ' +
      'dé la nueva.',
    yes: 'Crear otra',
    fails: calls.createFeed.fails,
  },
  revoke: {
    title: '¿Revocar la dirección?',
    text: 'Los programas que la leen dejarán de actualizarse. Podrá crear otra cuando quiera.',
    yes: 'Revocar',
    fails: calls.revokeFeed.fails,
  },
} as const

const failureOf = (error: unknown, fails: string): string => statusNotice(error) ?? `${fails}. Vuelva a intentarlo.`

/** Creating and revoking the address, the confirmation, and the new address while it is shown. */
const useFeed = () => {
  const [path, setPath] = useState<string>()
  const [question, setQuestion] = useState<keyof typeof QUESTIONS>()
  const create = useAction(calls.createFeed, {
    onFailure: (error) => question && failureOf(error, QUESTIONS.again.fails),
  })
  const revoke = useAction(calls.revokeFeed, { onFailure: (error) => failureOf(error, QUESTIONS.revoke.fails) })
  const busy = create.isPending || revoke.isPending
  const finish = (made?: string): void => {
    setPath(made)
    setQuestion((now) => (now === question ? undefined : now))
  }
  return {
    path,
    question,
    ask: (next?: keyof typeof QUESTIONS): void => {
      create.reset()
      revoke.reset()
      setQuestion(next)
    },
    busy,
    failed: create.error ?? revoke.error,
    make: () => busy || create.mutate({}, { onSuccess: (made) => finish(made.path) }),
    end: () => revoke.mutate({}, { onSuccess: () => finish() }),
  }
}

/** The complete new address, shown only this once. */
const FeedAddress = ({ path }: { path: string }) => {
  const address = new URL(path, location.origin).href
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects each new address
  useEffect(() => field.current?.select(), [address])
  return (
    <>
      <FormField label="Su dirección de calendario">
        {(props) => (
          <span className="feed__address flex gap-8">
            <input
              {...props}
              ref={field}
              type="text"
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={address} label="Copiar la dirección de calendario" />
          </span>
        )}
      </FormField>
      <Warning>
        Cópiela ahora: no se vuelve a mostrar. Quien la tenga puede leer sus vencimientos sin contraseña; si la comparte
        por error, revóquela.
      </Warning>
      <p className="muted">
        En su programa busque «Agregar calendario desde una dirección» (o «Suscribirse a un calendario») y péguela.
      </p>
    </>
  )
}

/** Whether there is an address, since when, and when a program last read it. */
const FeedFacts = ({ feed }: Reply<typeof calls.feed>) => {
  const clock = useClock()
  if (!feed) return <p className="muted">Todavía no tiene una dirección de calendario.</p>
  return (
    <>
      <dl className="feed__facts flex-wrap">
        <div>
          <dt className="small muted">Creada</dt>
          <dd>
            <When at={feed.createdAt} clock={clock} />
          </dd>
        </div>
        <div>
          <dt className="small muted">Última lectura</dt>
          <dd>
            {feed.lastReadAt ? <When at={feed.lastReadAt} clock={clock} /> : 'Ningún programa la ha leído todavía'}
          </dd>
        </div>
      </dl>
      <p className="muted">
        La dirección se mostró una sola vez, al crearla. Si ya no la tiene, cree otra: la de ahora dejará de servir.
      </p>
    </>
  )
}

export const FeedDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, isError, error, refetch } = useQuietCall(calls.feed, {}, { fresh: true })
  const { path, question, ask, busy, failed, make, end } = useFeed()
  const content = () => {
    if (isError && !data) return <LoadFailure title={calls.feed.fails} query={{ error, refetch }} />
    if (!data) return <TableSkeleton label="Cargando la dirección" rows={SKELETON_ROWS} columns={1} />
    return (
      <>
        <p>
          Vea los vencimientos en el calendario que ya usa (Google, Outlook, Apple u otro que lea direcciones ICS). Su
          programa la consulta solo y se actualiza sin que usted haga nada.
        </p>
        {path ? <FeedAddress path={path} /> : <FeedFacts feed={data.feed} />}
      </>
    )
  }
  const footer = data && (
    <>
      <Button label="Cerrar" onClick={onClose} />
      {data.feed || path ? (
        <>
          <Button label="Revocar" sends onClick={() => ask('revoke')} />
          <Button label="Crear otra" sends onClick={() => ask('again')} />
        </>
      ) : (
        <Button label="Crear dirección" kind="primary" busy={busy} onClick={make} />
      )}
    </>
  )
  return (
    <Dialog title="Calendario en su teléfono o programa" onClose={onClose} footer={footer}>
      <div className="feed stack gap-12">{content()}</div>
      {question && (
        <DangerDialog
          title={QUESTIONS[question].title}
          yes={QUESTIONS[question].yes}
          busy={busy}
          error={failed ? failureOf(failed, QUESTIONS[question].fails) : undefined}
          onYes={question === 'again' ? make : end}
          onClose={() => ask()}
        >
          {QUESTIONS[question].text}
        </DangerDialog>
      )}
    </Dialog>
  )
}
