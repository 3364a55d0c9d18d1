/** Fails when SQL of an area names a table of a higher floor, or of another area on its own. */
import { readAreas } from './read_areas.js'
import { areaSources, usesUpward } from './sql_floors.js'

const found = usesUpward(readAreas(), areaSources())
for (const { file, area, table, owner } of found)
  process.stderr.write(`${file}: ${area} reads ${table}, which belongs to ${owner}, not below it\n`)
process.exit(found.length === 0 ? 0 : 1)
