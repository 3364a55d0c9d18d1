/** A process of its own that reads a connection of the fake bank slowly, to be killed in the middle of it. */
import 'reflect-metadata'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIgnitor } from '../../bin/ignitor.js'

const [connector = '', iban = ''] = process.argv.slice(2)
const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { syncConnector } = await import('#app/banking/sync/sync_connector')
const { registerFakeBank } = await import('#tests/factories/fake_bank')
const { openLongWorld } = await import('#tests/banking/long_world')

registerFakeBank()
const world = openLongWorld(Number(connector), iban)
world.beforePage = () => sleep(400)
await syncConnector({ connectorId: Number(connector), reach: 'recent', userId: null })
process.stdout.write('Leído\n')
