// The content of an email as it is stored. compose.ts renders it when it is sent.
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

/** A stored file of an email; `path` is what is signed. Small ones are attached, and every one is linked. */
export type MailFile = { fileId: string; path: string; name: string; type: string; size: number; until: string }

export type MailContent = {
  subject: string
  /** Heading and scope, below the company's header. */
  title?: string
  about?: string
  lines: readonly string[]
  /** After the lines. */
  blocks?: readonly MailBlock[]
  /**
   * One of our paths. A file's path is signed when the email is sent and opens until `until`; console screens need
   * neither. `code`: a secret that the address ends with, sealed for `linkCodeOwner`; such an email is not sent after
   * `until`.
   */
  link?: { text: string; path: string; until?: string; code?: string }
  files?: readonly MailFile[]
  /** Uses the company's branding (logo, header, footer, contact, social links) instead of the product's. */
  company?: true
}

/** The owner that seals the codes of a company's links. */
export const linkCodeOwner = (tenantId: number): string => `link ${tenantId}`
