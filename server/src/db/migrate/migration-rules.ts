// Finds statements that a migration must not run on a table in use: those that rewrite it, or lock it while they read
// all of it. It reads line by line, also inside functions. `-- safe: <why>` on a line or on the line before allows the
// line; `-- safe, all of it: <why>` in the first lines allows the file.
export type Fault = { line: number; statement: string; why: string }

type Rule = { find: RegExp; why: string }
/** The first group of each pattern is the table, if the statement names one. */
const RULES: readonly Rule[] = [
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\bdrop column\b/,
    why: 'the release before still reads the column: stop using it first, drop it a release later',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\brename\b/,
    why: 'the release before still uses the old name',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\balter column [\w"]+ (?:set data )?type\b/,
    why: 'rewrites the table under a lock: add another column',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\bset not null\b/,
    why: 'looks through the table under a lock: add a check not valid, validate it, then set it',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\badd column\b.*\b(?:gen_random_uuid|uuidv7|clock_timestamp|nextval|random)\b/,
    why: 'a default that differs by row rewrites the table',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\badd column\b.*\bgenerated\b/,
    why: 'rewrites the table',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\badd column\b(?!.*\bdefault\b).*\bnot null\b/,
    why: 'the release before does not fill it: give it a default',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\badd (?:constraint|primary key|unique|foreign key|check|exclude)\b(?!.*\b(?:not valid|using index)\b)/,
    why: 'looks through the table under a lock: add it not valid, or using an index, and validate it apart',
  },
  {
    find: /\balter table (?:only )?(?:if exists )?([\w."]+).*\b(?:disable trigger|attach partition|set (?:un)?logged|set tablespace)\b/,
    why: 'locks the table for as long as it takes',
  },
  {
    find: /\bcreate (?:unique )?index (?!concurrently).* on (?:only )?([\w."]+)/,
    why: 'whoever writes waits until it is made: concurrently, in a file outside a transaction',
  },
  {
    find: /\b(?:drop table|truncate|lock table|cluster|vacuum full) (?:if exists )?([\w."]+)/,
    why: 'takes the table from whoever uses it',
  },
  { find: /\bdrop (?:view|function|type|sequence|index)\b/, why: 'the release before may still use it' },
  { find: /^\s*update ([\w."]+)/, why: 'locks every row it changes until the whole file is done' },
  { find: /^\s*delete from ([\w."]+)/, why: 'locks every row it takes until the whole file is done' },
]

const SAFE = /--.*\bsafe: \S/
const ALL_SAFE = /^-- safe, all of it: \S/
const HEAD_LINES = 12
const withoutComment = (line: string): string => line.replace(/--.*$/, '')

/** Tables that the file itself creates are not in use yet. */
const madeHere = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...text.matchAll(
        /\bcreate (?:unlogged |temp |temporary )?(?:table|function|view|type|sequence)(?: if not exists)? ([\w."]+)/g,
      ),
    ].map(([, name = '']) => name),
  )

/**
 * @internal for a test
 * @param sql of one file
 */
export const findMigrationFaults = (sql: string): Fault[] => {
  const lines = sql.split('\n')
  if (lines.slice(0, HEAD_LINES).some((line) => ALL_SAFE.test(line))) return []
  const createdTables = madeHere(sql)
  return lines.flatMap((line, at) => {
    if (SAFE.test(line) || SAFE.test(lines[at - 1] ?? '')) return []
    const statement = withoutComment(line).toLowerCase()
    const rule = RULES.find(({ find }) => {
      const found = find.exec(statement)
      return found !== null && !createdTables.has(found[1] ?? '')
    })
    return rule ? [{ line: at + 1, statement: statement.trim(), why: rule.why }] : []
  })
}
