import { globSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import type { AreaFacts } from './read_areas.js'

type Table = { name: string; purpose: string | null; kind: string; codes: string[] | null }

/** Each table with its comment and the codes that the guards of its triggers raise. */
const TABLES = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as purpose, c.relkind as kind,
      (select array_agg(distinct code order by code) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
         cross join lateral (select (regexp_matches(p.prosrc, 'errcode\\s*=\\s*''(C[A-Z]\\d{3})''', 'gi'))[1] as code) raised
        where t.tgrelid = c.oid and not t.tgisinternal) as codes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and not c.relispartition order by c.relname`

const INTRODUCTION = `# The database

Made by \`npm run schema\`: what each table holds is its comment in the database. A guard is a trigger that refuses what would break the
books or let money leave, whatever code writes; its code is told in words by \`refusals\` of an \`area.ts\`. Checks, keys and
exclusions stand in \`database/migrations\`, whose first files are the baseline: a part of an area each, the first two figures its floor.
`

/** Every table of the database by area, what it holds and what its guards refuse, as Markdown. */
export async function describeDatabase(
  client: { query: pg.Client['query'] },
  areas: readonly AreaFacts[],
  root = 'app'
): Promise<string> {
  const { rows } = await client.query<Table>(TABLES)
  const words = new Map(
    areas.flatMap(({ name }) =>
      globSync([`${root}/${name}/area.ts`, `${root}/${name}/kinds/*/kind.ts`]).flatMap((path) => [
        ...refusalsOf(path),
      ])
    )
  )
  const parts = [...areas]
    .sort((one, other) => one.floor - other.floor || one.name.localeCompare(other.name))
    .filter(({ tables }) => tables.length > 0)
    .map((area) => areaPart(area, rows, words))
  return `${INTRODUCTION}\n${parts.join('\n')}`
}

function areaPart({ name, floor, tables }: AreaFacts, all: Table[], words: Map<string, string>): string {
  const own = all.filter((table) => tables.includes(table.name))
  const lines = own.map(({ name: table, kind, purpose, codes }) => {
    const guards = (codes ?? []).map((code) => `${code} ${words.get(code) ?? ''}`.trim()).join(' · ')
    return `| \`${table}\`${kind === 'v' ? ' (view)' : ''} | ${purpose ?? ''} | ${guards} |`
  })
  return [
    `## ${name} (floor ${floor})`,
    '',
    '| Table | Holds | Its guards refuse |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

/** Codes and words as an area or a kind of payment tells them; words that are made of an amount or a name are left out. */
function refusalsOf(path: string): Map<string, string> {
  const text = readFileSync(path, 'utf8')
  return new Map(
    [...text.matchAll(/^ {4}(C[A-Z]\d{3}):\s*'((?:[^'\\]|\\.)*)'/gm)].map(([, code = '', words = '']) => [
      code,
      words,
    ])
  )
}
