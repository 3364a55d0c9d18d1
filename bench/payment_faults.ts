import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { FAULTS, type Fault } from '#app/payments/sandbox_bank/bank_faults'
import type { SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'
import type { Installation } from './installation.js'
import { timed } from './measure.js'
import { type Audit, audit, openBank, queueOrders, statesText, wrongOf } from './payment_bank.js'
import { figure, type Section } from './report.js'

const ORDERS = 200
const ROUNDS = 3

type Run = { fault: Fault; found: Audit; ms: number }

/** Every fault of a bank (or those named) over two hundred orders each: what the bank took is what was sent, each once. */
export async function rehearseFaults(_: Installation, args: string[]): Promise<Section> {
  const [count, ...wanted] = args
  const orders = Number(count ?? ORDERS)
  const { bank, close } = await openBank()
  const runs: Run[] = []
  for (const fault of FAULTS.filter((known) => wanted.length === 0 || wanted.includes(known))) {
    const { orderIds, batchIds } = await queueOrders(orders)
    bank.faultOf = () => fault
    const { ms } = await timed(() => sendAndSettle(bank, batchIds))
    const found = await audit(bank, orderIds)
    runs.push({ fault, found, ms })
    process.stderr.write(`${fault}: ${JSON.stringify(found)}\n`)
  }
  await close()
  if (runs.some(({ found }) => wrongOf(found) > 0)) process.exitCode = 1
  return report(runs, orders)
}

async function sendAndSettle(bank: SandboxBank, batchIds: number[]): Promise<void> {
  for (const batchId of batchIds) await submitBatch(batchId)
  await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
  for (let round = 0; round < ROUNDS; round++) {
    bank.work()
    await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
  }
}

function report(runs: Run[], orders: number): Section {
  const total = (field: keyof Audit) => runs.reduce((sum, { found }) => sum + Number(found[field]), 0)
  return {
    name: 'payments-faults',
    title: `${runs.length} faults of a bank, ${orders} payments each`,
    notes: [
      `Each fault strikes the first request of every payment; then the recovery runs, the bank works, and the bank's transfers are compared one by one with the orders and their entries. Of ${figure(total('orders'))} orders: ${total('twice')} taken twice, ${total('lost')} lost, ${total('foreign')} at the bank and not with us, ${total('stuck')} without a decided state, ${total('postedWrong')} posted wrongly, ${total('violations')} violated invariants.`,
    ],
    tables: [
      {
        caption: 'By fault',
        columns: [
          'fault',
          'orders',
          'taken by the bank',
          'twice',
          'lost',
          'undecided',
          'where they ended',
          's',
        ],
        rows: runs.map(({ fault, found, ms }) => [
          fault,
          found.orders,
          found.taken,
          found.twice,
          found.lost + found.foreign,
          found.stuck,
          statesText(found),
          figure(ms / 1000),
        ]),
      },
    ],
  }
}
