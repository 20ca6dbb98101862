// Known vulnerabilities of our packages, from the registry. If it does not answer (offline, or a mirror without this
// endpoint) that is reported and nothing fails, because it is not a fault of the code.
import type { Lock } from './audit-rules.ts'
import { packageName } from './audit-rules.ts'

export type Advisory = { id: number; title: string; severity: string; vulnerable_versions: string; url: string }
/** By package, in the registry's format. */
export type Advisories = Record<string, Advisory[]>

/** Advisories that do not affect the product, by the number in their address, with the reason. */
export const ACCEPTED: Readonly<Record<string, string>> = {}

const URL_OF = 'https://registry.npmjs.org/-/npm/v1/security/advisories/bulk'
const TIMEOUT_MS = 10_000

export const versionsOf = ({ packages }: Lock): Record<string, string[]> => {
  const versions: Record<string, string[]> = {}
  for (const [path, { version, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link || !version) continue
    const name = packageName(path)
    versions[name] = [...new Set([...(versions[name] ?? []), version])]
  }
  return versions
}

/** @returns undefined if the registry does not answer */
export const askAdvisories = async (lock: Lock, url = URL_OF): Promise<Advisories | undefined> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(versionsOf(lock)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return undefined
    return (await answer.json()) as Advisories
  } catch {
    return undefined
  }
}

/** The relevant ones: high and critical, and not accepted. */
export const weighing = (advisories: Advisories): string[] =>
  Object.entries(advisories).flatMap(([name, all]) =>
    all
      .filter(({ severity, id }) => ['high', 'critical'].includes(severity) && !(String(id) in ACCEPTED))
      .map(({ title, url, vulnerable_versions }) => `${name} ${vulnerable_versions}: ${title} (${url})`),
  )
