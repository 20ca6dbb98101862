// Reads the deployment files, for tests of their content.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export type Service = {
  image: string
  environment?: Record<string, string>
  volumes?: string[]
  networks?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  entrypoint?: string[]
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
}
export type Compose = { services: Record<string, Service>; volumes: object; networks: object }

/** @param values of the variables that `.env` must define */
export const composeWith = (values: Record<string, string>): Compose => {
  const text = textOf('deploy/compose/compose.yaml').replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, how: string, otherwise: string) => values[name] ?? (how === '-' ? otherwise : missing(name)),
  )
  return parse(text, { merge: true })
}
const missing = (name: string): never => {
  throw new Error(`${name} has no value`)
}

export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  [key: string]: unknown
}
export const manifestsIn = (path: string): Manifest[] =>
  parseAllDocuments(textOf(path)).map((each) => each.toJS() as Manifest)
export const manifests = (): Manifest[] =>
  readdirSync(join(ROOT, 'deploy/kubernetes'))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => manifestsIn(`deploy/kubernetes/${name}`))
