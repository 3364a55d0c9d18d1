/** A process that sends payments until it is killed: boots, says that it is ready, and begins when told to. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createIgnitor } from '../bin/ignitor.js'

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { connectBank } = await import('./payment_bank.js')
const { recoverPayments } = await import('#app/payments/bank/recover_payments')
connectBank(process.env.BENCH_BANK_URL ?? '')
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
await new Promise((told) => process.once('message', told))
for (;;) {
  // Whatever is in flight now belongs to a process that is gone.
  await recoverPayments({ staleSeconds: 0, pollSeconds: 3600 })
  await sleep(20)
}
