import { generateKeyPairSync } from 'node:crypto'
import { revolutStandIn } from '#app/banking/providers/revolut/stand_in/revolut_stand_in'
import { seedRevolut } from '#app/banking/providers/revolut/stand_in/seed'
import type { Transaction } from '#app/banking/providers/revolut/stand_in/state'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { makeIban } from '#tests/factories/books'
import { markStrange, numberIn, type PlayedBank, TAMPERED_MINOR, type Whereabouts } from './played_bank.js'

const OPENING_MINOR = 50_000_000_000
const STEP_SECONDS = 6
/** So few movements to a page that a reading has many. */
const SMALL_PAGE = 25
const RETURN_CENTS = 4
/** Before that the product does not ask whether a payment has come back by another transaction. */
const PAID_AGO_MS = 11 * 60_000

/** Revolut Business with one account in euros, and without the limit of sixty requests a minute. */
export async function playRevolutBank(slowMs: number): Promise<PlayedBank> {
  const iban = makeIban()
  const standIn = revolutStandIn({ perMinute: null })
  standIn.remember(
    seedRevolut({
      accounts: [{ name: 'Principal', currency: 'EUR', openingMinor: OPENING_MINOR, iban }],
      movements: 0,
    })
  )
  const { url, close } = await serveStandIn(standIn, { slowMs, retryAfterSeconds: 1 })
  const act = (name: string, body: Record<string, unknown> = {}) => standIn.acts[name]?.(body)
  const ours = () =>
    standIn
      .state()
      .transactions.filter(({ reference, type }) => numberIn(reference) && type !== 'topup_return')
  return {
    name: 'revolut',
    provider: 'revolut',
    standIn,
    url,
    close,
    iban,
    openingMinor: OPENING_MINOR,
    credentials: { clientId: 'caudal', issuer: 'caudal.example', privateKey: newKey() },
    settings: { pageSize: SMALL_PAGE },
    consentCode: standIn.consentCode,
    operations: {
      money: ['pay'],
      transfers: ['transactions.list', 'transactions.show'],
      movements: ['transactions.list'],
    },
    transfers: () => {
      const sentBack = new Set(standIn.state().transactions.map(({ relatedId }) => relatedId))
      return ours().map((one) => ({
        number: numberIn(one.reference) ?? '',
        ref: one.id,
        minor: -(one.legs[0]?.amountMinor ?? 0),
        at: sentBack.has(one.id) ? 'back' : whereabouts(one),
      }))
    },
    balanceMinor: () => standIn.state().accounts[0]?.balanceMinor ?? 0,
    pass: async () => {
      standIn.clock.advance(STEP_SECONDS)
      await standIn.work()
    },
    expireToken: () => {
      standIn.state().accessTokens = []
    },
    revoke: () => void act('revoke_consent'),
    newCredentials: null,
    // What is asked of people there is decided by the amount, or always.
    askPeople: () => {},
    decide: (number, answer) => {
      const waiting = ours().find(
        ({ reference, state }) => state === 'created' && numberIn(reference) === number
      )
      if (waiting) act(answer === 'yes' ? 'approve_payment' : 'decline_payment', { id: waiting.id })
    },
    returnCents: RETURN_CENTS,
    sendBack: (ref) => {
      const paid = standIn.state().transactions.find(({ id }) => id === ref)
      if (paid) paid.completedAt = new Date(Date.now() - PAID_AGO_MS).toISOString()
      act('return_payment', { id: ref })
    },
    tamper: (number) => {
      const found = ours().find(({ reference }) => numberIn(reference) === number)
      const [leg] = found?.legs ?? []
      if (!found || !leg) return
      leg.amountMinor -= TAMPERED_MINOR
      markStrange(standIn, found.id)
    },
    receive: (amountMinor, reference) => void act('receive', { account: 'EUR', amountMinor, reference }),
    payByCard: (minor) => {
      const { id } = act('card_payment', { account: 'EUR', amountMinor: minor }) as { id: string }
      return (amountMinor) => void act('change_amount', { id, amountMinor })
    },
  }
}

const WHEREABOUTS: Readonly<Record<Transaction['state'], Whereabouts>> = {
  created: 'waiting',
  pending: 'under_way',
  completed: 'gone',
  declined: 'refused',
  failed: 'refused',
  reverted: 'back',
}

const whereabouts = ({ state }: Transaction): Whereabouts => WHEREABOUTS[state]

const newKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
