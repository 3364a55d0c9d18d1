/** Fails when a controller holds SQL. */
import { sqlInControllers } from './controller_sql.js'
import { areaSources } from './sql_floors.js'

const found = sqlInControllers(areaSources())
for (const { file, line, sql } of found)
  process.stderr.write(`${file}:${line}: SQL belongs to a query or an action: ${sql}\n`)
process.exit(found.length === 0 ? 0 : 1)
