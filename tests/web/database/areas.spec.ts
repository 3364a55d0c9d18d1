import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { AREAS } from '#app/web/areas'
import { describeDatabase } from '../../../bin/tasks/database_doc.js'
import { readAreas } from '../../../bin/tasks/read_areas.js'

/** What the migrations keep for themselves. */
const OF_NO_AREA = ['adonis_schema', 'adonis_schema_versions']

test.group('Areas and what they own', () => {
  test('each table and view of the database belongs to one area, and each that an area tells is there', async ({
    assert,
  }) => {
    const found = await rows<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition order by 1`
    )
    const inDatabase = found.map(({ name }) => name).filter((name) => !OF_NO_AREA.includes(name))
    const told = AREAS.flatMap(({ tables }) => tables)

    assert.deepEqual([...told].sort(), inDatabase)
  })

  test('the README of the product has each on its floor', ({ assert }) => {
    const told = readFileSync('README.md', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, floor, areas = ''] = /^\| (\d+) \|([^|]+)\|/.exec(line) ?? []
        return [...areas.matchAll(/`(\w+)`/g)].map(([, name]) => `${floor} ${name}`)
      })

    assert.deepEqual(told.sort(), ['1 kernel', ...AREAS.map(({ name, floor }) => `${floor} ${name}`)].sort())
  })

  test('each code that a guard of the database raises has its words', async ({ assert }) => {
    const functions = await rows<{ code: string }>(
      `select distinct (regexp_matches(p.prosrc, 'errcode\\s*=\\s*''(C[A-Z]\\d{3})''', 'gi'))[1] as code from pg_proc p
         join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' order by 1`
    )
    const worded = AREAS.flatMap(({ refusals = {} }) => Object.keys(refusals))

    assert.isAbove(functions.length, 50)
    assert.deepEqual(
      functions.map(({ code }) => code).filter((code) => !worded.includes(code)),
      []
    )
    assert.deepEqual([...new Set(worded)], worded)
  })

  test('the document of the database is what the database says (npm run schema)', async ({ assert }) => {
    const client = { query: async (sql: string) => ({ rows: await rows(sql) }) }
    const said = await describeDatabase(client as never, readAreas())

    assert.equal(readFileSync('docs/database.md', 'utf8'), said)
    assert.notMatch(said, /^\| `\w+`( \(view\))? \| {2}\|/m, 'a table without a comment')
  })
})
