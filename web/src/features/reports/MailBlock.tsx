// 'Correo' (spec bulk §2, block 2): whether reports go at all, to whom the tracking report goes, and how the letters look. While
// nothing goes, the rest is covered.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MailboxLink } from '../../ui/MailboxLink.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { LetterFields } from './LetterFields.tsx'
import './letter.css'
import { MasterSwitch } from './MasterSwitch.tsx'
import { TrackingSwitch } from './TrackingSwitch.tsx'

const BONES = 6

const Covered = ({ settings }: { settings: EmailSettings }): ReactNode => (
  <div className="covered relative" data-covered={!settings.active}>
    <div inert={!settings.active} className="covered__rest">
      <TrackingSwitch settings={settings} />
      <LetterFields settings={settings} />
    </div>
    {!settings.active && <div className="covered__over rounded absolute" aria-hidden="true" />}
  </div>
)

export const MailBlock = (): ReactNode => {
  const { data, isError, error, refetch } = useQuietCall(calls.read, {})
  const content = (): ReactNode => {
    if (data)
      return (
        <>
          <MasterSwitch settings={data.emailSettings} />
          <Covered settings={data.emailSettings} />
        </>
      )
    if (isError) return <LoadFailure title={calls.read.fails} error={error} onRetry={() => void refetch()} />
    return <TableSkeleton label="Cargando los ajustes del correo" rows={BONES} columns={1} />
  }
  return (
    <section className="reports__block" aria-labelledby="letters">
      <header className="reports__head">
        <h2 id="letters">Correo</h2>
        <MailboxLink />
      </header>
      {content()}
    </section>
  )
}
