import { type Audit, statesText, wrongOf } from './connections/audit_bank.js'
import { FAULTS, type Fault, USUAL } from './connections/faults.js'
import { listenForNews } from './connections/hear_news.js'
import { PATIENCE_MS, type Played, playFault } from './connections/play_fault.js'
import { BANKS, type BankName, hurryBanks } from './connections/played_bank.js'
import type { Installation } from './installation.js'
import { figure, type Section } from './report.js'

const ORDERS = 200

/**
 * Every fault of every bank that connections lead to (or those named: banks, faults; `all` for each by itself), over two hundred
 * orders of a company of its own, from their approvals to the statement: what the bank has is what was sent, each once, and the balances agree.
 */
export async function rehearseConnectionFaults({ values }: Installation, args: string[]): Promise<Section> {
  const [count, ...wanted] = args
  const orders = Number(count ?? ORDERS)
  const banks = BANKS.filter((name) => !BANKS.some((one) => wanted.includes(one)) || wanted.includes(name))
  const faults = FAULTS.filter(({ name }) => chosen(wanted).includes(name))
  hurryBanks(PATIENCE_MS)
  const stopListening = await listenForNews(values.APP_URL ?? '')
  const runs: Played[] = []
  for (const bank of banks)
    for (const fault of faults) {
      const run = await playFault(bank, fault, orders)
      runs.push(run)
      process.stderr.write(
        `${bank} ${fault.name}: ${figure(run.ms / 1000)} s, ${run.requests} requests, ${run.news} news, ${JSON.stringify(run.found)}\n`
      )
    }
  await stopListening()
  if (runs.some(({ found }) => wrongOf(found) > 0)) process.exitCode = 1
  return report(runs, orders)
}

/** The names of faults that were asked for, else the usual ones. */
function chosen(wanted: readonly string[]): readonly string[] {
  if (wanted.includes('all')) return FAULTS.map(({ name }) => name).filter((name) => !name.includes('+'))
  const named = FAULTS.map(({ name }) => name).filter((name) => wanted.includes(name))
  return named.length > 0 ? named : USUAL
}

function report(runs: Played[], orders: number): Section {
  const total = (field: keyof Audit) =>
    runs.reduce((sum, { found }) => sum + Math.abs(Number(found[field])), 0)
  const banks = [...new Set(runs.map(({ bank }) => bank))] satisfies BankName[]
  const faults = [...new Set(runs.map(({ fault }) => fault))] satisfies Fault[]
  const names = new Set(faults.flatMap(({ name }) => name.split('+')))
  return {
    name: banks.length === BANKS.length ? 'connections-faults' : `connections-faults-${banks.join('-')}`,
    title: `${names.size} faults of ${banks.length} banks of connections, ${orders} payments each`,
    notes: [
      `Each run has a company and a played bank of its own: orders approved by two people, released, sent (Qonto: a fifth alone, the others in bulks of twenty that are signed), followed by webhooks, by the jobs and by readings, until nothing moves. Wise twice: with a personal token people pay there what the product prepared, a partner’s connection pays by itself. Then the bank’s transfers are compared one by one with the orders, their entries and the lines of the statement.`,
      `Of ${figure(total('orders'))} orders: ${total('twice')} at the bank twice, ${total('lost')} lost, ${total('contradictions')} in another state than at the bank, ${total('nameless')} without a decided state or a reason, ${total('postedWrong')} posted wrongly, ${total('movementsWrong')} movements wrong, ${total('differenceMinor')} cents between statements and banks, ${total('violations')} violated invariants.`,
    ],
    tables: [
      {
        caption: 'By bank and fault',
        columns: [
          'bank',
          'fault',
          'orders',
          'at the bank',
          'wrong',
          'where they ended',
          'requests',
          'news',
          's',
        ],
        rows: runs.map(({ bank, fault, found, ms, requests, news }) => [
          bank,
          fault.title,
          found.orders,
          found.atBank,
          wrongOf(found),
          statesText(found),
          figure(requests),
          figure(news),
          figure(ms / 1000),
        ]),
      },
    ],
  }
}
