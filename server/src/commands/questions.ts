// Asks questions at a terminal, or reads the answers of a script, one a line. Questions go to the error output, so that
// the standard output has only results.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Questions = {
  /** @param preset the answer of an empty line */
  ask: (question: string, preset?: string) => Promise<string>
  /** The typed text is not shown. */
  askSecret: (question: string) => Promise<string>
  close: () => void
}

/** @throws Error if the input ends before the last answer */
export const openQuestions = (): Questions => {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
  let isHidden = false
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output: echo, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  const read = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt)
    const { value, done } = await answers.next()
    if (done) throw new Error('Se acabaron las respuestas antes que las preguntas; lo ya probado quedó guardado.')
    if (!isTerminal) process.stderr.write('\n')
    return value.trim()
  }
  return {
    ask: async (question, preset = '') =>
      (await read(preset === '' ? `${question}: ` : `${question} [${preset}]: `)) || preset,
    askSecret: async (question) => {
      const answer = read(`${question}: `)
      isHidden = true
      try {
        return await answer
      } finally {
        isHidden = false
        if (isTerminal) process.stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
