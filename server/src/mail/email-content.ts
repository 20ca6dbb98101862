// What a letter says, as it is stored. It is put into words when it is sent (compose.ts).
export type MailBlock =
  | { is: 'heading'; text: string }
  | { is: 'text'; text: string; muted?: true }
  /** Names and values. */
  | { is: 'facts'; rows: readonly (readonly [string, string])[] }
  | {
      is: 'table'
      caption: string
      columns: readonly { title: string; right?: true }[]
      /** A cell's second line is smaller. */
      rows: readonly (readonly string[])[]
    }

/** A file of the letters' store; `path` is what is signed. Small ones are attached; every one is also a link. */
export type MailFile = { fileId: string; path: string; name: string; type: string; size: number; until: string }

export type MailContent = {
  subject: string
  /** Its heading, and of what it is: below the company's own words. */
  title?: string
  about?: string
  lines: readonly string[]
  /** After the lines. */
  blocks?: readonly MailBlock[]
  /**
   * What to open: a path of ours. A file's is signed when the letter is sent, until then; a screen of the console
   * needs neither.
   */
  link?: { text: string; path: string; until?: string }
  files?: readonly MailFile[]
  /** In the company's own dress: its logo, body, footer, contact and social links. Else the product's. */
  company?: true
}
