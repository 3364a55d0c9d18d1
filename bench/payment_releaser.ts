/** A process that releases payments until it is killed: boots, says that it is ready, and releases those it is told. */
import { createIgnitor } from '../bin/ignitor.js'

export type ReleaseOf = { orderIds: number[]; userId: number }

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { connectBank } = await import('./payment_bank.js')
const { releaseOrders } = await import('#app/payments/release/release_orders')
connectBank(process.env.BENCH_BANK_URL ?? '')
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
const { orderIds, userId } = await new Promise<ReleaseOf>((told) => process.once('message', told))
await releaseOrders(orderIds, { userId, kind: 'user' })
process.send?.('done')
