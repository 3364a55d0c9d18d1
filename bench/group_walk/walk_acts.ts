import { lockMonth, unlockMonth } from '#app/ledger/actions/lock_month'
import { annul, rebill, rectify, settle, share, unshare } from './charge_acts.js'
import { accrue, lend, pay, payEarly, revise, withdraw } from './loan_acts.js'
import { compensate, undoCompensation } from './netting_acts.js'
import { payForAnother } from './payment_acts.js'
import { type Acted, DONE, type Group, type Random, someDay } from './stage.js'

type Act = (random: Random, group: Group) => Promise<Acted>

/** A month of a company is closed, or opened again; more are opened, so that some work is left. */
async function closeMonth(random: Random, { companies, author }: Group): Promise<Acted> {
  const { siteId } = random.oneOf(companies)
  const month = someDay(random)
  const asked = { siteId, month, reason: 'Cierre del mes', actor: author.actor }
  await (random.between(0, 4) === 0 ? lockMonth(asked) : unlockMonth(asked))
  return DONE
}

/** What people do with several books at once, and how often of about a hundred. */
const ACTS: Record<string, { act: Act; weight: number }> = {
  'pay for another, some given back': { act: payForAnother, weight: 13 },
  'share a bill': { act: share, weight: 11 },
  'take a shared bill back': { act: unshare, weight: 5 },
  rebill: { act: rebill, weight: 14 },
  'settle a charge': { act: settle, weight: 6 },
  rectify: { act: rectify, weight: 6 },
  annul: { act: annul, weight: 4 },
  lend: { act: lend, weight: 6 },
  'draw of a credit line': { act: withdraw, weight: 6 },
  'pay a loan, some given back': { act: pay, weight: 12 },
  'pay early': { act: payEarly, weight: 5 },
  'accrue interest': { act: accrue, weight: 2 },
  'revise a rate': { act: revise, weight: 3 },
  compensate: { act: compensate, weight: 6 },
  'take a compensation back': { act: undoCompensation, weight: 3 },
  'close or open a month': { act: closeMonth, weight: 8 },
}

const TOTAL = Object.values(ACTS).reduce((sum, { weight }) => sum + weight, 0)

/** One of the acts by its weight. */
export function someAct({ between }: Random): [string, Act] {
  let left = between(1, TOTAL)
  for (const [name, { act, weight }] of Object.entries(ACTS)) {
    left -= weight
    if (left <= 0) return [name, act]
  }
  throw new Error('No act has that weight')
}
