import type {
  KnownTransfer,
  SubmitAnswer,
  Transfer,
  TransferState,
} from '#app/banking/gateway/transfer_gateway'
import { refusal, Stopped, stopOf, takenOf } from '#app/banking/providers/qonto/answers'
import type { Prepared } from '#app/banking/providers/qonto/authorisation'
import { memberOf, readAll } from '#app/banking/providers/qonto/client'
import { readAccounts } from '#app/banking/providers/qonto/feed'
import { writeRef } from '#app/banking/providers/qonto/refs'
import { referenceOf, refuseOtherCurrency } from '#app/banking/providers/qonto/request'
import { send, type Way } from '#app/banking/providers/qonto/submit'
import { movementOf } from '#app/banking/providers/qonto/transform'
import type { WireInternal } from '#app/banking/providers/qonto/wire'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { decimalText } from '#app/kernel/money/money'

/** Nothing is prepared for money that stays with Qonto: no payee to verify, no receipt, no day. */
const nothing = ({ orderNumber }: Transfer): Prepared => ({
  proof: '-',
  items: [{ orderNumber, beneficiaryId: null, attachmentIds: [], scheduledOn: null }],
})

type Sent = { transfer: Transfer; key: string; session: string | null }

/** Money from one account of the organisation to another. Qonto tells of it only as movements afterwards. */
export async function sendOwn(
  way: Pick<Way, 'client' | 'signAt'>,
  { transfer, key, session }: Sent
): Promise<SubmitAnswer> {
  let ends: Awaited<ReturnType<typeof endsOf>>
  try {
    refuseOtherCurrency(transfer)
    ends = await endsOf(way.client, transfer)
  } catch (error) {
    return stopOf(error)
  }
  return send(way, {
    path: '/v2/internal_transfers',
    key,
    session,
    prepared: nothing(transfer),
    what: `el traspaso ${transfer.orderNumber}`,
    value: {
      internal_transfer: {
        debit_iban: ends.debit.iban,
        credit_iban: ends.credit.iban,
        reference: referenceOf(transfer),
        amount: decimalText(transfer.amountMinor, transfer.currency),
        currency: transfer.currency,
      },
    },
    read: ({ status, json }) =>
      takenOf(status, () => {
        const told = memberOf(json, 'internal_transfer') as Partial<WireInternal> | undefined
        if (!told?.id || told.amount_cents !== transfer.amountMinor)
          throw new NoAnswer('Qonto respondió algo que no se entiende')
        return ownTransfer(
          { id: told.id, accountId: ends.debit.id, ...transfer },
          told.status === 'declined' ? 'rejected' : 'processing',
          told.status ?? ''
        )
      }),
  })
}

async function endsOf(client: ProviderClient, { debtorRef, debtorIban, toOwnRef }: Transfer) {
  const accounts = await readAccounts(client)
  const debit = accounts.find(({ id, iban }) => (debtorRef ? id === debtorRef : iban === debtorIban))
  const credit = accounts.find(({ id }) => id === toOwnRef)
  if (debit?.iban && credit?.iban) return { debit, credit }
  throw new Stopped(refusal('bank_account_not_found', 'Una de las dos cuentas ya no existe en Qonto.'))
}

type Own = { id: string; accountId: string; amountMinor: number; orderNumber: string }

/** A transfer between own accounts, as far as Qonto tells. */
export const ownTransfer = (
  { id, accountId, amountMinor, orderNumber }: Own,
  state: TransferState,
  providerStatus: string
): KnownTransfer => ({
  ref: writeRef({ kind: 'own', id, part: accountId, amountMinor, orderNumber }),
  orderNumber,
  amountMinor,
  currency: 'EUR',
  payee: { iban: null, externalId: null, email: null },
  state,
  providerStatus,
  on: null,
  code: state === 'rejected' ? 'declined' : null,
  message: state === 'rejected' ? 'Qonto ha rechazado el traspaso.' : null,
  authorisation: null,
})

const STATES: Readonly<Record<string, TransferState>> = { booked: 'executed', declined: 'rejected' }

/** Transfers between own accounts that carry the order's number, by the charge that each made. */
export async function findOwn(
  client: ProviderClient,
  { accountId, amountMinor, orderNumber, id }: Omit<Own, 'id'> & { id: string | null },
  since: string
): Promise<KnownTransfer[]> {
  const told = await readAll(client, '/v2/transactions', 'transactions', {
    bank_account_id: accountId,
    'status[]': ['pending', 'declined', 'completed'],
    side: 'debit',
    emitted_at_from: since,
  })
  return told
    .map(movementOf)
    .filter((one) => one.orderNumber === orderNumber && one.amountMinor === -amountMinor)
    .map((one) => ({
      ...ownTransfer(
        { id: id ?? one.externalId, accountId, amountMinor, orderNumber },
        STATES[one.status] ?? 'processing',
        one.providerStatus
      ),
      on: one.bookedOn,
    }))
}
