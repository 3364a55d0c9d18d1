/** Fills what the product needs to run, and in the demo the demo group, once. */
import { createIgnitor } from './ignitor.js'

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { seedBase } = await import('#database/seeders/base/seed_base')
await seedBase()
if (process.env.DEMO === 'true') {
  const { keepPlans } = await import('#app/demo/keep_plans')
  keepPlans()
  const { seedDemoOnce } = await import('#app/demo/seed_demo')
  await seedDemoOnce((text) => process.stderr.write(`${text}\n`))
}
await app.terminate()
process.exit(0)
