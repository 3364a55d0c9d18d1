import { nowOf, type Play } from '#app/banking/providers/qonto/stand_in/play'
import {
  newId,
  type PlayedAccount,
  type PlayedTransaction,
} from '#app/banking/providers/qonto/stand_in/state'
import { tellOf } from '#app/banking/providers/qonto/stand_in/tell'

export function accountOf({ state }: Play, id: string): PlayedAccount {
  const found = state.accounts.find((one) => one.id === id)
  if (!found) throw new Error(`No account ${id}`)
  return found
}

type Movement = Pick<PlayedTransaction, 'accountId' | 'cents' | 'side' | 'operationType' | 'label'> &
  Partial<
    Pick<PlayedTransaction, 'counterpartyIban' | 'reference' | 'note' | 'local' | 'category' | 'attachments'>
  >

/** A movement that has come up and has not moved money yet. A charge keeps its money back unless that was done before. */
export function beginMovement(
  play: Play,
  told: Movement,
  kept: 'keeps' | 'kept' = 'keeps'
): PlayedTransaction {
  const at = nowOf(play)
  const one: PlayedTransaction = {
    counterpartyIban: null,
    reference: null,
    note: null,
    local: null,
    category: told.side === 'debit' ? 'other_expense' : 'other_income',
    attachments: [],
    ...told,
    id: newId(play.state, 'transaction'),
    status: 'pending',
    emittedAt: at,
    settledAt: null,
    updatedAt: at,
    settledBalanceCents: null,
  }
  play.state.transactions.push(one)
  if (one.side === 'debit' && kept === 'keeps') keepBack(play, one.accountId, one.cents)
  tellOf(play, one, 'created')
  return one
}

/** Its money moves. */
export function settleMovement(play: Play, one: PlayedTransaction): void {
  const account = accountOf(play, one.accountId)
  const at = nowOf(play)
  if (one.side === 'debit') account.balanceCents -= one.cents
  else {
    account.balanceCents += one.cents
    account.authorizedCents += one.cents
  }
  account.updatedAt = at
  Object.assign(one, {
    status: 'completed',
    settledAt: at,
    updatedAt: at,
    settledBalanceCents: account.balanceCents,
  })
  tellOf(play, one, 'updated')
}

/** It will not move money; what was kept back for it is free again. */
export function declineMovement(play: Play, one: PlayedTransaction): void {
  if (one.side === 'debit') keepBack(play, one.accountId, -one.cents)
  Object.assign(one, { status: 'declined', updatedAt: nowOf(play) })
  tellOf(play, one, 'updated')
}

/** Money that is promised is no longer there to be spent. */
export function keepBack(play: Play, accountId: string, cents: number): void {
  const account = accountOf(play, accountId)
  account.authorizedCents -= cents
  account.updatedAt = nowOf(play)
}
