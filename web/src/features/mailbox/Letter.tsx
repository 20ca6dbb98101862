// One letter as it would have left: its headers, its files, and what it says, as HTML in a frame in which nothing runs or as plain text.
import { NOTICES } from '@padron/contract/common'
import { mailbox } from '@padron/contract/mailbox'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { emailPage } from '../../lib/email-page.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { LetterFiles } from './LetterFiles.tsx'
import { LetterHeaders } from './LetterHeaders.tsx'

const WAYS = [
  { way: 'html', name: 'Como se ve' },
  { way: 'text', name: 'Solo texto' },
] as const
type Way = (typeof WAYS)[number]['way']
const BONES = 6

const Content = ({ subject, html, text }: { subject: string; html: string; text: string }): ReactNode => {
  const [way, setWay] = useState<Way>('html')
  const page = useMemo(() => emailPage(html), [html])
  return (
    <>
      <fieldset className="letter__ways flex gap-16">
        <legend className="visually-hidden">Cómo se muestra</legend>
        {WAYS.map((one) => (
          <label key={one.way} className="check">
            <input type="radio" name="way" checked={way === one.way} onChange={() => setWay(one.way)} />
            {one.name}
          </label>
        ))}
      </fieldset>
      {way === 'html' ? (
        <iframe
          title={`Correo: ${subject}`}
          className="letter__frame wide bordered rounded"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={page}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must do so by keyboard
          tabIndex={0}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must do so by keyboard
        <pre className="letter__text break bordered rounded scroll pad-12" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  )
}

type Props = {
  mailId: string
  /** In place of the list, as on a phone: the focus goes along. */
  alone: boolean
}

export const Letter = ({ mailId, alone }: Props): ReactNode => {
  const { data, isError, error, refetch } = useQuietCall(mailbox.read, { params: { mailId } })
  const heading = useRef<HTMLHeadingElement>(null)
  const here = data !== undefined
  useEffect(() => {
    if (alone && here) heading.current?.focus()
  }, [alone, here])
  if (isError && !data)
    return statusOf(error) === 404 ? (
      <Message title={NOTICES[404]} detail="Este correo ya no está: elija otro de la lista." />
    ) : (
      <LoadFailure title={mailbox.read.fails} error={error} onRetry={() => void refetch()} />
    )
  if (!data) return <TableSkeleton label="Cargando el correo" rows={BONES} columns={1} />
  return (
    <article className="letter">
      <h2 ref={heading} tabIndex={-1}>
        {data.subject}
      </h2>
      <LetterHeaders headers={data.headers} />
      <LetterFiles files={data.files} />
      <Content subject={data.subject} html={data.html} text={data.text} />
    </article>
  )
}
