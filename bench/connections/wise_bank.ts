import { tellThrough } from '#app/banking/providers/wise/stand_in/routes_of_events'
import { seedWise } from '#app/banking/providers/wise/stand_in/seed_wise'
import { wiseStandIn } from '#app/banking/providers/wise/stand_in/wise_stand_in'
import { PERSONAL_TOKEN, type StoredTransfer } from '#app/banking/providers/wise/stand_in/wise_state'
import { cancelTransfer, forceState, fundTransfer } from '#app/banking/providers/wise/stand_in/wise_transfers'
import type { World } from '#app/banking/providers/wise/stand_in/wise_world'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { makeIban } from '#tests/factories/books'
import {
  type BankName,
  markStrange,
  numberIn,
  type PlayedBank,
  TAMPERED_MINOR,
  type Whereabouts,
} from './played_bank.js'

const OPENING_MINOR = 50_000_000_000
const STEP_SECONDS = 61
const WAITING = 'incoming_payment_waiting'

/** Wise with one balance in euros: with a personal token of Europe people pay each transfer there, a partner's pays by itself. */
export async function playWiseBank(
  name: Extract<BankName, 'wise' | 'wise-partner'>,
  slowMs: number
): Promise<PlayedBank> {
  const isPartner = name === 'wise-partner'
  const iban = makeIban()
  const state = seedWise({
    balances: [{ currency: 'EUR', openingMinor: OPENING_MINOR, iban, bic: 'TRWIBEB1XXX' }],
    movements: [],
  })
  const standIn = wiseStandIn({ state, hangMs: slowMs })
  const { clock, sender } = standIn
  const world: World = { state, clock, hangMs: slowMs, tell: tellThrough({ state, clock, sender }) }
  const { url, close } = await serveStandIn(standIn, { slowMs, retryAfterSeconds: 1 })
  const transferOf = (number: string) =>
    state.transfers.find(({ reference }) => numberIn(reference) === number)
  let tokens = 0
  return {
    name,
    provider: 'wise',
    standIn,
    url,
    close,
    iban,
    openingMinor: OPENING_MINOR,
    credentials: isPartner
      ? { clientId: state.client.id, clientSecret: state.client.secret }
      : { token: PERSONAL_TOKEN },
    settings: { profileId: String(state.profile.id), isPartner, webhookPublicKey: standIn.publicKey },
    consentCode: isPartner ? () => 'code-of-trials' : null,
    operations: {
      money: ['transfers.create', ...(isPartner ? ['transfers.fund'] : [])],
      transfers: ['transfers.list', 'transfers.get'],
      movements: isPartner ? ['statements.get'] : ['activities.list'],
    },
    transfers: () =>
      state.transfers.map((one) => ({
        number: numberIn(one.reference) ?? '',
        ref: String(one.id),
        minor: one.targetMinor,
        at: whereabouts(one),
      })),
    balanceMinor: () => state.balances[0]?.minor ?? 0,
    pass: async () => {
      clock.advance(STEP_SECONDS)
      await standIn.work()
    },
    expireToken: () => {
      for (const token of Object.values(state.tokens)) token.expiresAt = new Date(0).toISOString()
    },
    revoke: () => void standIn.acts.revoke_token?.({}),
    newCredentials: isPartner
      ? null
      : () => {
          const token = `${PERSONAL_TOKEN}-${++tokens}`
          state.tokens[token] = { kind: 'personal', expiresAt: null, isRevoked: false }
          return { token }
        },
    // What is asked of people there is decided by the amount, or always.
    askPeople: () => {},
    decide: (number, answer) => {
      const transfer = transferOf(number)
      if (transfer?.status !== WAITING) return
      if (answer === 'yes') fundTransfer(world, transfer)
      else cancelTransfer(world, transfer)
    },
    returnCents: null,
    sendBack: (ref) => {
      const transfer = state.transfers.find(({ id }) => String(id) === ref)
      if (transfer)
        for (const status of ['bounced_back', 'funds_refunded']) forceState(world, transfer, status)
    },
    tamper: (number) => {
      const transfer = transferOf(number)
      if (!transfer) return
      transfer.targetMinor += TAMPERED_MINOR
      transfer.sourceMinor += TAMPERED_MINOR
      markStrange(standIn, String(transfer.id))
    },
    receive: (amountMinor, reference) =>
      void standIn.acts.receive?.({ currency: 'EUR', amountMinor, sender: 'Cliente de prueba', reference }),
    payByCard: null,
  }
}

function whereabouts({ status }: StoredTransfer): Whereabouts {
  switch (status) {
    case WAITING:
      return 'waiting'
    case 'outgoing_payment_sent':
      return 'gone'
    case 'funds_refunded':
      return 'back'
    case 'cancelled':
      return 'refused'
    default:
      return 'under_way'
  }
}
