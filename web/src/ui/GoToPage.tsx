// Any page, by its number.
import { notANumber, outOfRange } from '@padron/contract/assets'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

const faultOf = (text: string, last: number): string | undefined => {
  if (!/^\d+$/.test(text)) return notANumber('Página')
  return Number(text) < 1 || Number(text) > last ? outOfRange('Página', 1, last) : undefined
}

type Props = { page: number; last: number; onPage: (page: number | undefined) => void }

export const GoToPage = ({ page, last, onPage }: Props): ReactNode => {
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const go = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = text.trim()
    const wrong = wanted === '' ? undefined : faultOf(wanted, last)
    setFault(wrong)
    if (wanted === '' || wrong) return
    setText('')
    const to = Number(wanted)
    if (to !== page) onPage(to === 1 ? undefined : to)
  }
  return (
    <form className="go-to no-print row gap-8" onSubmit={go} noValidate>
      <label htmlFor={id}>Ir a la página</label>
      <input
        id={id}
        type="text"
        placeholder="N.º"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={text}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        onChange={({ target }) => setText(target.value)}
      />
      <span id={`${id}-fault`} role="alert" className="go-to__fault small debt-text">
        {fault}
      </span>
    </form>
  )
}
