import { prepareEnvironment } from './environment.ts'
import { ace } from './processes.ts'

const environment = await prepareEnvironment('development')
console.log(environment.values.DATABASE_URL)
try {
  await ace(['migration:run', '--connection=owner', '--force'], { env: environment.values })
} finally {
  if (process.argv[2] !== 'keep') await environment.stop()
}
process.exit(0)
