// A text for a program, such as a token, a command or a request, with a button that copies it.
import { CopyButton } from './CopyButton.tsx'
import './code-block.css'

type Props = {
  label: string
  text: string
  /** The copying button's name. */
  copy: string
  onCopied?: () => void
  /** Breaks lines anywhere, for a single long word; otherwise the block scrolls. */
  wrap?: boolean
}

export const CodeBlock = ({ label, text, copy, onCopied, wrap = false }: Props) => {
  return (
    <div className="stack gap-4 narrow">
      <div className="row gap-12 between small">
        <strong>{label}</strong>
        <CopyButton text={text} label={copy} {...(onCopied && { onCopied })} />
      </div>
      <pre
        className={
          wrap
            ? 'code-block__text soft rounded scroll pad-8-12 code-block__text--wrap'
            : 'code-block__text soft rounded scroll pad-8-12'
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        tabIndex={0}
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}
