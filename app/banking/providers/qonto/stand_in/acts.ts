import { beginMovement, keepBack, settleMovement } from '#app/banking/providers/qonto/stand_in/movements'
import { nowOf, type Play } from '#app/banking/providers/qonto/stand_in/play'
import { consentCode } from '#app/banking/providers/qonto/stand_in/routes_people'
import { decide } from '#app/banking/providers/qonto/stand_in/signing'
import { tellOf } from '#app/banking/providers/qonto/stand_in/tell'
import { makeBeneficiary } from '#app/banking/providers/qonto/stand_in/transfers'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const cents = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || Number(value) <= 0) throw new Error('amountMinor is needed')
  return Number(value)
}

/** What people do at the played service, and what happens to its accounts from outside. Amounts in cents, `iban` the account. */
export const qontoActs = (play: Play): StandIn['acts'] => ({
  ...peopleActs(play),
  ...moneyActs(play),
  ...newsActs(play),
})

const peopleActs = (play: Play): StandIn['acts'] => ({
  /** Somebody signs the request that is named by `token`, else the last that waits. */
  allow: ({ token }) => decide(play, 'allow', token ?? undefined) ?? { waiting: 0 },
  deny: ({ token }) => decide(play, 'deny', token ?? undefined) ?? { waiting: 0 },
  /** Somebody consents without the page: gives the code. */
  consent: () => ({ code: consentCode(play) }),
  revoke_consent: () => {
    play.state.tokens = []
  },
  /** Nobody has a telephone that signs. */
  unenrol: () => {
    play.state.isEnrolled = false
  },
  /** What is more than `aboveMinor` has to be approved by somebody else at Qonto first. */
  policy: ({ aboveMinor }) => {
    play.state.policyAboveCents = aboveMinor === null ? null : cents(aboveMinor)
  },
  trust: ({ iban, name }) => {
    const { state } = play
    const known =
      state.beneficiaries.find((one) => one.iban === iban) ??
      makeBeneficiary(play, { name: text(name) ?? '', iban: text(iban) ?? '', bic: null, email: null })
    Object.assign(known, { isTrusted: true, updatedAt: nowOf(play) })
    return { id: known.id }
  },
  holder: ({ iban, name }) => {
    play.state.holders[String(iban)] = String(name ?? '')
  },
})

const moneyActs = (play: Play): StandIn['acts'] => ({
  /** A movement that is pending comes out at another amount; the last one unless it is told which. */
  change_amount: ({ id, amountMinor }) => {
    const { state } = play
    const found = state.transactions.findLast(
      (one) => one.status === 'pending' && (id === undefined || one.id === id)
    )
    if (!found) throw new Error('No pending movement')
    const wanted = cents(amountMinor)
    if (found.side === 'debit') keepBack(play, found.accountId, wanted - found.cents)
    Object.assign(found, { cents: wanted, updatedAt: nowOf(play) })
    tellOf(play, found, 'updated')
    return { id: found.id }
  },
  receive: ({ iban, amountMinor, name, reference, counterpartyIban }) => {
    const made = beginMovement(play, {
      accountId: accountIdOf(play, iban),
      cents: cents(amountMinor),
      side: 'credit',
      operationType: 'income',
      label: text(name) ?? 'Cliente',
      reference: text(reference),
      counterpartyIban: text(counterpartyIban),
      category: 'sales',
    })
    settleMovement(play, made)
    return { id: made.id }
  },
  /** Settled when time goes on; with `localMinor` and `currency` it was spent in another currency. */
  card_payment: ({ iban, amountMinor, name, localMinor, currency }) => {
    const made = beginMovement(play, {
      accountId: accountIdOf(play, iban),
      cents: cents(amountMinor),
      side: 'debit',
      operationType: 'card',
      label: text(name) ?? 'Comercio',
      local: text(currency) ? { minor: cents(localMinor), currency: String(currency) } : null,
    })
    return { id: made.id }
  },
})

const newsActs = (play: Play): StandIn['acts'] => ({
  /** How news are told from now on: how often, in which order, or not at all. */
  manners: ({ times, isShuffled, isSilent }) => {
    play.sender.manners = {
      times: Number(times ?? 1),
      isShuffled: isShuffled === true,
      isSilent: isSilent === true,
    }
  },
  /** Everything that was told has arrived or was given up when this is answered. */
  flush: async () => {
    await play.sender.flush()
  },
})

function accountIdOf({ state }: Play, iban: unknown): string {
  const found = state.accounts.find((one) => (iban === undefined ? one.isMain : one.iban === iban))
  if (!found) throw new Error('No such account')
  return found.id
}
