import { befalls } from '#app/banking/providers/qonto/stand_in/by_cents'
import { keepBack } from '#app/banking/providers/qonto/stand_in/movements'
import {
  isAmong,
  isWithin,
  listed,
  notFound,
  nowOf,
  type Play,
  refuse,
} from '#app/banking/providers/qonto/stand_in/play'
import { askSignature, underKey } from '#app/banking/providers/qonto/stand_in/signing'
import { newId, type PlayedInternal, type WantedTransfer } from '#app/banking/providers/qonto/stand_in/state'
import { toldInternal, toldTransfer } from '#app/banking/providers/qonto/stand_in/told'
import {
  centsOf,
  ibanOf,
  isProven,
  isTrusted,
  makeTransfer,
  readTransfer,
} from '#app/banking/providers/qonto/stand_in/transfers'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'
import { formatAmount } from '#app/kernel/money/money'

/** Transfers one by one, between own accounts too, and the receipts that go with them. */
export const transferRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'GET',
    path: '/v2/sepa/transfers',
    operation: 'transfers.list',
    handle: (request) => listTransfers(play, request),
  },
  {
    method: 'POST',
    path: '/v2/sepa/transfers',
    operation: 'transfers.create',
    handle: (request) => underKey(play, request, () => createTransfer(play, request)),
  },
  {
    method: 'GET',
    path: '/v2/sepa/transfers/:id',
    operation: 'transfers.read',
    handle: ({ params }) => {
      const found = play.state.transfers.find(({ id }) => id === params.id)
      return found
        ? { status: 200, json: { transfer: toldTransfer(play.state, found) } }
        : notFound('transfer')
    },
  },
  {
    method: 'POST',
    path: '/v2/sepa/transfers/:id/cancel',
    operation: 'transfers.cancel',
    handle: ({ params }) => cancelTransfer(play, params.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v2/internal_transfers',
    operation: 'own.create',
    handle: (request) => underKey(play, request, () => createInternal(play, request)),
  },
  {
    method: 'POST',
    path: '/v2/attachments',
    operation: 'attachments.create',
    handle: (request) => underKey(play, request, () => keepAttachment(play, request)),
  },
]

function listTransfers({ state }: Play, request: StandInRequest): StandInAnswer {
  const { query } = request
  const found = state.transfers.filter(
    (one) =>
      isAmong(query, 'status[]', one.status) &&
      isAmong(query, 'beneficiary_ids[]', one.beneficiaryId) &&
      isWithin(query, 'updated_at', one.updatedAt) &&
      isWithin(query, 'scheduled_date', one.scheduledDate)
  )
  return listed(
    request,
    'transfers',
    found.toReversed().map((one) => toldTransfer(state, one))
  )
}

function createTransfer(play: Play, request: StandInRequest): StandInAnswer {
  const { transfer: told = {}, vop_proof_token: proof } = (request.json ?? {}) as {
    transfer?: Record<string, unknown>
    vop_proof_token?: string
  }
  const wanted = readTransfer(play, told, told.bank_account_id, '/transfer')
  if ('code' in wanted) return refuse(422, wanted.code, wanted.detail, wanted.pointer)
  if (!isProven(play, proof, [ibanOf(play, wanted)]))
    return refuse(422, 'invalid_vop_proof_token', 'the payee was not verified', '/vop_proof_token')
  const { policyAboveCents } = play.state
  if (policyAboveCents !== null && wanted.cents > policyAboveCents)
    return refuse(422, 'payment_policy_approval_required', 'somebody has to approve it')
  const isFree = isTrusted(play, wanted) && !befalls(wanted.cents, 'needsSignature')
  const unsigned = isFree ? null : askSignature(play, request, transferWords(play, wanted))
  if (unsigned) return unsigned
  const made = makeTransfer(play, wanted)
  return 'id' in made
    ? { status: 200, json: { transfer: toldTransfer(play.state, made) } }
    : refuse(422, made.code, made.detail, '/transfer/amount')
}

function transferWords({ state }: Play, { beneficiary, cents, reference }: WantedTransfer): string {
  const payee =
    'id' in beneficiary ? state.beneficiaries.find(({ id }) => id === beneficiary.id) : beneficiary
  return `Transferencia de ${formatAmount(cents, 'EUR')} a ${payee?.name ?? ''} · ${reference}`
}

/** Only what has not begun yet. */
function cancelTransfer(play: Play, id: string): StandInAnswer {
  const found = play.state.transfers.find((one) => one.id === id)
  if (!found) return notFound('transfer')
  if (found.status !== 'pending') return refuse(422, 'not_cancelable', 'it has begun already')
  Object.assign(found, { status: 'canceled', updatedAt: nowOf(play) })
  keepBack(play, found.accountId, -found.cents)
  return { status: 204 }
}

function createInternal(play: Play, request: StandInRequest): StandInAnswer {
  const { state } = play
  const { internal_transfer: told } = (request.json ?? {}) as {
    internal_transfer?: { debit_iban?: string; credit_iban?: string; reference?: string; amount?: string }
  }
  const [debit, credit] = [told?.debit_iban, told?.credit_iban].map((iban) =>
    state.accounts.find((one) => one.iban === iban && one.status === 'active')
  )
  const cents = centsOf(told?.amount)
  const at = '/internal_transfer'
  if (!debit) return refuse(422, 'bank_account_not_found', 'unknown account', `${at}/debit_iban`)
  if (!credit || credit === debit)
    return refuse(422, 'bank_account_not_found', 'unknown account', `${at}/credit_iban`)
  if (!cents) return refuse(422, 'invalid', 'amount is not right', `${at}/amount`)
  if (!told?.reference) return refuse(422, 'invalid', 'reference is missing', `${at}/reference`)
  if (befalls(cents, 'needsSignature')) {
    const unsigned = askSignature(play, request, `Traspaso de ${formatAmount(cents, 'EUR')}`)
    if (unsigned) return unsigned
  }
  if (debit.authorizedCents < cents)
    return refuse(422, 'insufficient_funds', 'not enough balance', `${at}/amount`)
  const made: PlayedInternal = {
    id: newId(state, 'internal'),
    debitId: debit.id,
    creditId: credit.id,
    cents,
    reference: told.reference,
    status: 'pending',
    createdAt: nowOf(play),
  }
  state.internals.push(made)
  keepBack(play, debit.id, cents)
  return { status: 200, json: { internal_transfer: toldInternal(state, made) } }
}

function keepAttachment({ state }: Play, { raw }: StandInRequest): StandInAnswer {
  const [, fileName] = /name="file"; filename="([^"]+)"/.exec(raw.subarray(0, 2_000).toString('utf8')) ?? []
  if (fileName === undefined) return refuse(422, 'invalid', 'file is missing', '/file')
  const made = { id: newId(state, 'attachment'), fileName, sizeBytes: raw.length }
  state.attachments.push(made)
  return { status: 200, json: { attachment: { id: made.id } } }
}
