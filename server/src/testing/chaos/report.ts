// The result of a rule of a run of chaos, and what the rules share: the tone of a status, and rows of a query.
import { STATUSES, type Tone } from '@padron/contract/resources'
import type pg from 'pg'

/** `looked`: how many answers or rows the rule examined; undefined: all of them. */
export type RuleResult = { rule: string; looked?: number; broken: readonly string[] }

export const statusesOfTone = (tone: Tone): number[] =>
  Object.entries(STATUSES).flatMap(([id, status]) => (status.tone === tone ? [Number(id)] : []))
export const CLEAR: ReadonlySet<number> = new Set(statusesOfTone('clear'))
export const toneOf = (status: number): Tone => (STATUSES as Record<number, { tone: Tone }>)[status]?.tone ?? 'warning'

export type Row = Record<string, unknown>
export const queryRows = async (system: pg.Pool, text: string): Promise<Row[]> => (await system.query<Row>(text)).rows
