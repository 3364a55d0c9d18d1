import { writePages, writeRoutes } from '../codegen.js'
import { createIgnitor } from '../ignitor.js'
import { BUILD_ENVIRONMENT } from './build_environment.js'

// Types only: pages and routes are read, nothing is served and no database is asked.
Object.assign(process.env, BUILD_ENVIRONMENT)
await writePages()
const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const router = await app.container.make('router')
await import('#start/routes')
router.commit()
await writeRoutes(router.toJSON())
process.exit(0)
