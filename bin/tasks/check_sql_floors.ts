/** Fails when SQL of an area names a table of a higher floor, unless that is known and waits to be moved; and when what is known is gone. */
import { readFileSync } from 'node:fs'
import { readAreas } from './read_areas.js'
import { areaSources, usesUpward } from './sql_floors.js'

const KNOWN_FILE = 'bin/tasks/sql_above_its_floor.txt'

const known = new Set(readFileSync(KNOWN_FILE, 'utf8').split('\n').filter(Boolean))
const found = new Map(usesUpward(readAreas(), areaSources()).map((use) => [`${use.file} ${use.table}`, use]))
const problems = [
  ...[...found]
    .filter(([key]) => !known.has(key))
    .map(
      ([, { file, area, table, owner }]) =>
        `${file}: ${area} reads ${table}, which belongs to ${owner} above it`
    ),
  ...[...known]
    .filter((key) => !found.has(key))
    .map((key) => `${KNOWN_FILE}: «${key}» is gone, take the line out`),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stderr.write(
  `${found.size} uses of tables of higher floors, all of them known.\n`.repeat(problems.length ? 0 : 1)
)
process.exit(problems.length === 0 ? 0 : 1)
