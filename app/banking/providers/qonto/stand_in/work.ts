import { befalls } from '#app/banking/providers/qonto/stand_in/by_cents'
import {
  beginMovement,
  declineMovement,
  settleMovement,
} from '#app/banking/providers/qonto/stand_in/movements'
import { nowOf, type Play } from '#app/banking/providers/qonto/stand_in/play'
import { isOver } from '#app/banking/providers/qonto/stand_in/signing'
import type { PlayedBulk, PlayedTransfer } from '#app/banking/providers/qonto/stand_in/state'
import { isStale, makeTransfer } from '#app/banking/providers/qonto/stand_in/transfers'
import { today } from '#app/kernel/time/calendar_date'

/** Everything goes on by one step: what is due is begun, what was begun is settled or declined, what comes back comes back. */
export function work(play: Play): void {
  const { state } = play
  forget(play)
  for (const transfer of state.transfers) advance(play, transfer)
  for (const bulk of state.bulks) openBulk(play, bulk)
  settleRest(play)
}

/** What nobody can use any more. */
function forget(play: Play): void {
  const { state } = play
  const now = nowOf(play)
  state.sessions = state.sessions.filter((session) => !isOver(play, session))
  state.proofs = state.proofs.filter((proof) => !isStale(play, proof))
  state.tokens = state.tokens.filter(({ refresh, expiresAt }) => refresh !== '' || expiresAt > now)
}

function advance(play: Play, transfer: PlayedTransfer): void {
  const now = nowOf(play)
  if (transfer.status === 'pending' && transfer.scheduledDate <= today(play.clock.now())) {
    const { id } = beginMovement(
      play,
      { ...movementOf(play, transfer), operationType: 'transfer', side: 'debit' },
      'kept'
    )
    Object.assign(transfer, { status: 'processing', transactionId: id, processedAt: now, updatedAt: now })
  } else if (transfer.status === 'processing') finish(play, transfer, now)
  else if (transfer.status === 'settled' && befalls(transfer.cents, 'returned') && !transfer.hasComeBack) {
    transfer.hasComeBack = true
    const told = movementOf(play, transfer)
    settleMovement(
      play,
      beginMovement(play, {
        ...told,
        note: null,
        reference: `Devolución ${transfer.reference}`,
        operationType: 'income',
        side: 'credit',
      })
    )
  }
}

function movementOf({ state }: Play, { accountId, cents, reference, note, beneficiaryId }: PlayedTransfer) {
  const payee = state.beneficiaries.find(({ id }) => id === beneficiaryId)
  return {
    accountId,
    cents,
    reference,
    note,
    label: payee?.name ?? '',
    counterpartyIban: payee?.iban ?? null,
  }
}

function finish(play: Play, transfer: PlayedTransfer, now: string): void {
  const movement = play.state.transactions.find(({ id }) => id === transfer.transactionId)
  if (!movement) return
  if (befalls(transfer.cents, 'declined')) {
    declineMovement(play, movement)
    Object.assign(transfer, {
      status: 'declined',
      declinedReason: 'beneficiary_bank_refused',
      updatedAt: now,
    })
    return
  }
  settleMovement(play, movement)
  Object.assign(transfer, { status: 'settled', completedAt: now, updatedAt: now })
}

/** The items of a bulk become transfers, those that there is money for. */
function openBulk(play: Play, bulk: PlayedBulk): void {
  for (const item of bulk.items) {
    if (item.transferId !== null || item.errors !== null) continue
    const made = makeTransfer(play, item.wanted)
    if ('id' in made) item.transferId = made.id
    else item.errors = [made]
    bulk.updatedAt = nowOf(play)
  }
}

/** Cards, and money between own accounts. */
function settleRest(play: Play): void {
  const { state } = play
  for (const one of [...state.transactions])
    if (one.status === 'pending' && one.operationType !== 'transfer') settleMovement(play, one)
  for (const internal of state.internals) {
    if (internal.status !== 'pending') continue
    const { cents, reference } = internal
    const told = {
      cents,
      reference,
      label: state.name,
      operationType: 'transfer',
      category: 'treasury_and_interco',
    }
    const [debit, credit] = [internal.debitId, internal.creditId].map((id) =>
      state.accounts.find((one) => one.id === id)
    )
    settleMovement(
      play,
      beginMovement(
        play,
        { ...told, accountId: internal.debitId, side: 'debit', counterpartyIban: credit?.iban ?? null },
        'kept'
      )
    )
    settleMovement(
      play,
      beginMovement(play, {
        ...told,
        operationType: 'income',
        accountId: internal.creditId,
        side: 'credit',
        counterpartyIban: debit?.iban ?? null,
      })
    )
    internal.status = 'completed'
  }
}
