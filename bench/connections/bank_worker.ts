/** A process that sends or reads by connections until it is killed: boots, says that it is ready, and begins when told to. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createIgnitor } from '../../bin/ignitor.js'

const app = createIgnitor().createApp('console')
await app.init()
await app.boot()
const { rows } = await import('#app/kernel/database/sql')
const { syncConnector } = await import('#app/banking/sync/sync_connector')
const { recoverPayments } = await import('#app/payments/bank/recover_payments')
const { resumeAuthorisations } = await import('#app/payments/bank/resume_authorisations')
const { hurryBanks } = await import('./played_bank.js')
const { PATIENCE_MS, SMALL_PAGE } = await import('./play_fault.js')
const { actOnNews } = await import('./hear_news.js')

hurryBanks(PATIENCE_MS, SMALL_PAGE)
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
const task = await new Promise<unknown>((told) => process.once('message', told))
const connections = await rows<{ id: number }>(
  `select id from connectors where status = 'active' order by id`
)
for (;;) {
  if (task === 'send') await send()
  else await read()
  await sleep(20)
}

/** Whatever is in flight now belongs to a process that is gone. */
async function send(): Promise<void> {
  await recoverPayments({ staleSeconds: 0, pollSeconds: 3_600 })
  await resumeAuthorisations()
  for (const { id } of connections) await actOnNews(id)
}

/** What a bank does not say now is said to the next one. */
async function read(): Promise<void> {
  await Promise.all(
    connections.map(({ id }) =>
      syncConnector({ connectorId: id, reach: 'recent', userId: null }).catch((error: unknown) =>
        process.stderr.write(`${id}: ${String(error)}\n`)
      )
    )
  )
}
