import { GatewayUnavailable } from '#app/banking/gateway/transfer_gateway'
import { syncConnector } from '#app/banking/sync/sync_connector'
import { pauseConnector } from '#app/connectors/actions/pause_connector'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { rows } from '#app/kernel/database/sql'
import { pollOrder } from '#app/payments/bank/notifications'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resumeAuthorisations } from '#app/payments/bank/resume_authorisations'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { timed } from '../measure.js'
import { type Audit, auditBank } from './audit_bank.js'
import { approveBankOrders, letTimePass, releaseTogether } from './bank_orders.js'
import { authoriseAgain, type Connected, connectBank } from './connect_bank.js'
import type { Fault } from './faults.js'
import { actOnNews } from './hear_news.js'
import { inParallel } from './in_parallel.js'
import { playBank } from './play_bank.js'
import { type BankName, type PlayedBank, strikeBank } from './played_bank.js'

/** An answer that never comes takes longer than anybody waits. */
export const PATIENCE_MS = 300
/** So few movements to a page that a reading has many. */
export const SMALL_PAGE = 25
const SLOW_MS = 450
/** Of the orders of a bank that takes several at once, those that leave alone, and how many of the others together. */
const ALONE_SHARE = 0.2
const TOGETHER = 20
const BATCH = 100
const ROUNDS_MAX = 20
const SENT_AGAIN_ROUND = 3
const READINGS_MAX = 60
const POLLED_AT_ONCE = 4
/** What a bank asks to send later is waited for batch by batch: others leave meanwhile. */
const SENT_AT_ONCE = 6

export type Played = {
  bank: BankName
  fault: Fault
  found: Audit
  ms: number
  requests: number
  news: number
}

/** Orders of a new company at a new bank, all the way from their approvals to the statement, while a fault befalls the bank. */
export async function playFault(name: BankName, fault: Fault, count: number): Promise<Played> {
  const bank = await playBank(name, SLOW_MS)
  try {
    const connected = await connectBank(bank)
    const cents = Array.from({ length: count }, (_, place) => fault.cents?.(place, bank) ?? 50)
    const orderIds = await approveBankOrders(connected, cents)
    const batchIds = await releaseTogether(connected, groupsOf(name, orderIds))
    const befallen = befall(bank, fault)
    let news = 0
    const { ms } = await timed(async () => {
      await inParallel(batchIds, SENT_AT_ONCE, submitBatch)
      fault.afterSending?.(bank, await numbersOf(orderIds))
      news = await goOn(connected, { fault, orderIds })
    })
    const found = await auditBank(connected, { orderIds, mayStay: fault.mayStay ?? [] })
    await pauseConnector(connected.connectorId, 'Fin del ensayo', connected.system.actor)
    return { bank: name, fault, found, ms, requests: befallen.requests, news }
  } finally {
    await bank.close()
  }
}

/** Qonto takes several with one signature, and those that leave alone go another way. */
function groupsOf(name: BankName, orderIds: readonly number[]): number[][] {
  const alone = name === 'qonto' ? Math.ceil(orderIds.length * ALONE_SHARE) : 0
  const size = name === 'qonto' ? TOGETHER : BATCH
  const rest = orderIds.slice(alone)
  return [
    ...orderIds.slice(0, alone).map((id) => [id]),
    ...Array.from({ length: Math.ceil(rest.length / size) }, (_, at) =>
      rest.slice(at * size, (at + 1) * size)
    ),
  ]
}

/** Lets the fault befall the bank from now on; counts what is asked of it. */
function befall(bank: PlayedBank, fault: Fault): { requests: number } {
  const count = { requests: 0 }
  let money = 0
  const strike = fault.strike?.(bank) ?? (() => null)
  strikeBank(bank, {
    before: (operation) => {
      count.requests++
      if (bank.operations.money.includes(operation)) fault.beforeMoney?.(bank, ++money)
    },
    strike,
  })
  if (fault.arePeopleAsked) bank.askPeople()
  bank.standIn.acts.manners?.(fault.manners ?? { times: 1, isShuffled: false, isSilent: false })
  return count
}

const numbersOf = async (orderIds: number[]): Promise<string[]> =>
  (
    await rows<{ number: string }>(
      `select number from payment_orders where id = any(:orderIds::bigint[]) order by id`,
      { orderIds }
    )
  ).map(({ number }) => number)

type Going = { fault: Fault; orderIds: number[] }

/** Time goes on until nothing happens any more: people, the bank, its news, the jobs of the product. Gives how many news were acted on. */
async function goOn(connected: Connected, { fault, orderIds }: Going): Promise<number> {
  const { bank } = connected
  let news = 0
  let cards = fault.hasCards ? orderIds.length : 0
  const roundsMin = fault.arePeopleAsked || fault.isSentBack || fault.hasCards ? SENT_AGAIN_ROUND : 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await authoriseAgain(connected)
    await recoverPayments({ staleSeconds: 0, pollSeconds: 3_600 })
    await askPeople(connected, {
      orderIds,
      areRefused: fault.arePeopleAsked === true && round < SENT_AGAIN_ROUND,
    })
    if (fault.arePeopleAsked && round === SENT_AGAIN_ROUND) await sendAgain(connected, orderIds)
    await resumeAuthorisations()
    const book = round === 0 ? payByCards(bank, cards) : null
    if (book) {
      await readAll(connected)
      book()
      cards = 0
    }
    await bank.pass()
    if (fault.isSentBack) sendBack(bank)
    await bank.standIn.acts.flush?.({})
    news += await actOnNews(connected.connectorId)
    await letTimePass(connected)
    if (round > roundsMin && (await isQuiet(orderIds, fault))) break
  }
  await follow(connected, orderIds)
  await readAll(connected)
  return news
}

/** What waits for a person at the bank, whether it has it or not; where people refuse, they do so with every other. */
async function askPeople(
  { bank }: Connected,
  { orderIds, areRefused }: { orderIds: number[]; areRefused: boolean }
): Promise<void> {
  const waiting = await rows<{ number: string }>(
    `select number from payment_orders where id = any(:orderIds::bigint[]) and status = 'sent' and sub_status = 'awaiting_authorisation' order by id`,
    { orderIds }
  )
  const there = bank.transfers().filter(({ at }) => at === 'waiting')
  const numbers = new Set([...waiting, ...there].map(({ number }) => number))
  for (const number of numbers) bank.decide(number, areRefused && isEven(number) ? 'no' : 'yes')
}

/** Of what nobody signed and is approved as before, every other is sent again. */
async function sendAgain(connected: Connected, orderIds: number[]): Promise<void> {
  const approved = await rows<{ id: number }>(
    `select id from payment_orders where id = any(:orderIds::bigint[]) and status = 'approved' and id % 2 = 0 order by id`,
    { orderIds }
  )
  const batchIds = await releaseTogether(
    connected,
    approved.map(({ id }) => [id])
  )
  for (const batchId of batchIds) await submitBatch(batchId)
}

const isEven = (number: string): boolean => Number(number.slice(-1)) % 2 === 0

/** Somebody pays by card for each order; gives what books it at another amount. */
function payByCards({ payByCard }: PlayedBank, count: number): (() => void) | null {
  if (!payByCard || count === 0) return null
  const paid = Array.from({ length: count }, (_, at) => ({
    minor: 1_010 + at * 100,
    book: payByCard(1_010 + at * 100),
  }))
  return () => {
    for (const { minor, book } of paid) book(minor + 37)
  }
}

function sendBack({ transfers, sendBack: back }: PlayedBank): void {
  if (!back) return
  for (const { ref, at } of transfers()) if (at === 'gone') back(ref)
}

/** Nothing of these is on its way or to be asked for. What nobody knows is asked for until it is known, unless it may stay so. */
async function isQuiet(orderIds: number[], { mayStay = [] }: Fault): Promise<boolean> {
  const open = await rows(
    `select 1 as found from payment_orders where id = any(:orderIds::bigint[]) and status = 'sent'
        and (sub_status in ('queued', 'submitting', 'processing', 'awaiting_authorisation') or sub_status = 'unknown' and not :mayBeUnknown) limit 1`,
    { orderIds, mayBeUnknown: mayStay.includes('unknown') }
  )
  return open.length === 0
}

/** Asks once more after every payment that the bank has, as the product does in the days after it. */
async function follow({ accountId }: Connected, orderIds: number[]): Promise<void> {
  const sent = await rows<{ id: number }>(
    `select id from payment_orders where id = any(:orderIds::bigint[]) and provider_ref is not null and status in ('sent', 'paid')`,
    { orderIds }
  )
  const gateway = await gatewayOfAccount(accountId)
  if (!gateway) throw new Error('The connection is not active at the end')
  await inParallel(sent, POLLED_AT_ONCE, ({ id }) => untilAnswered(() => pollOrder(id, gateway.getStatus)))
}

const readAll = ({ connectorId }: Connected) =>
  untilAnswered(() => syncConnector({ connectorId, reach: 'month', userId: null }))

/** A bank that does not answer is asked again: a reading is only over with its last page. */
async function untilAnswered(work: () => Promise<unknown>): Promise<void> {
  for (let turn = 1; ; turn++)
    try {
      await work()
      return
    } catch (error) {
      const isSilence =
        error instanceof NoAnswer || error instanceof NotSent || error instanceof GatewayUnavailable
      if (!isSilence || turn === READINGS_MAX) throw error
    }
}
