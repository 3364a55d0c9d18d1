import { BY_CENTS } from '#app/banking/providers/qonto/stand_in/by_cents'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { type PlayedTransfer, QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { today } from '#app/kernel/time/calendar_date'
import { makeIban } from '#tests/factories/books'
import { markStrange, numberIn, type PlayedBank, TAMPERED_MINOR, type Whereabouts } from './played_bank.js'

const OPENING_MINOR = 50_000_000_000
const DAY_SECONDS = 86_400

/** Qonto with one account; whatever has to be signed is signed at once by somebody at their telephone. */
export async function playQontoBank(slowMs: number): Promise<PlayedBank> {
  const iban = makeIban()
  const standIn = qontoStandIn(
    seedQonto({ accounts: [{ iban, name: 'Cuenta principal', openingMinor: OPENING_MINOR }], movements: [] })
  )
  standIn.state.approver = 'at_once'
  const { url, close } = await serveStandIn(standIn, { slowMs, retryAfterSeconds: 1 })
  const act = (name: string, body: Record<string, unknown> = {}) => standIn.acts[name]?.(body)
  const transferOf = (number: string) =>
    standIn.state.transfers.find(({ note, reference }) => numberIn(`${note} ${reference}`) === number)
  return {
    name: 'qonto',
    provider: 'qonto',
    standIn,
    url,
    close,
    iban,
    openingMinor: OPENING_MINOR,
    credentials: { ...QONTO_STAND_IN_CREDENTIALS },
    settings: {},
    consentCode: () => (act('consent') as { code: string }).code,
    operations: {
      money: ['transfers.create', 'bulks.create'],
      transfers: ['transfers.list', 'bulks.list', 'transfers.read', 'bulks.read'],
      movements: ['transactions.list'],
    },
    transfers: () =>
      standIn.state.transfers.map((one) => ({
        number: numberIn(`${one.note} ${one.reference}`) ?? '',
        ref: one.id,
        minor: one.cents,
        at: whereabouts(one),
      })),
    balanceMinor: () => standIn.state.accounts[0]?.balanceCents ?? 0,
    pass: async () => {
      // What is for a day to come waits for it.
      const day = today(standIn.clock.now())
      if (
        standIn.state.transfers.some(
          ({ status, scheduledDate }) => status === 'pending' && scheduledDate > day
        )
      )
        standIn.clock.advance(DAY_SECONDS)
      await standIn.work()
    },
    expireToken: () => {
      for (const token of standIn.state.tokens) token.expiresAt = new Date(0).toISOString()
    },
    revoke: () => void act('revoke_consent'),
    newCredentials: null,
    askPeople: () => {
      standIn.state.approver = 'person'
    },
    decide: (number, answer) => {
      // A bulk says how many it has, not which: whoever is asked about one of them answers for all.
      const waiting = standIn.state.sessions.filter(({ result }) => result === 'waiting')
      const session =
        waiting.find(({ what }) => what.includes(number)) ??
        waiting.find(({ what }) => what.startsWith('Remesa'))
      if (session) act(answer === 'yes' ? 'allow' : 'deny', { token: session.token })
    },
    returnCents: BY_CENTS.returned,
    sendBack: null,
    tamper: (number) => {
      const found = transferOf(number)
      if (!found) return
      found.cents += TAMPERED_MINOR
      markStrange(standIn, found.id)
    },
    receive: (amountMinor, reference) =>
      void act('receive', { iban, amountMinor, name: 'Cliente de prueba', reference }),
    payByCard: (minor) => {
      const { id } = act('card_payment', { iban, amountMinor: minor }) as { id: string }
      return (amountMinor) => void act('change_amount', { id, amountMinor })
    },
  }
}

function whereabouts({ status, hasComeBack }: PlayedTransfer): Whereabouts {
  if (status === 'settled') return hasComeBack ? 'back' : 'gone'
  return status === 'declined' || status === 'canceled' ? 'refused' : 'under_way'
}
