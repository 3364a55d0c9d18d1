import { prepareEnvironment } from '../../../bin/tasks/environment.js'

// What bin/tasks/test_database.ts and schema.ts do before they make a database of their own.
delete process.env.DATABASE_URL
const environment = await prepareEnvironment('test', process.env.DATA_DIR)
process.stderr.write(
  environment.values.DATABASE_URL?.includes('127.0.0.1:1/live')
    ? 'the given database'
    : 'a database of its own'
)
await environment.stop()
