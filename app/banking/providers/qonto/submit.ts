import type { KnownTransfer, SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { failureOf, later, silenceOf, stopOf, takenOf } from '#app/banking/providers/qonto/answers'
import {
  type Asked,
  authorisationOf,
  type Prepared,
  type PreparedItem,
  scaOf,
} from '#app/banking/providers/qonto/authorisation'
import { keyHeader, memberOf } from '#app/banking/providers/qonto/client'
import { namedPayee, verifyPayee } from '#app/banking/providers/qonto/payees'
import { refusalOf } from '#app/banking/providers/qonto/refusals'
import { refuseStrange, transferFields } from '#app/banking/providers/qonto/request'
import { knownTransferOf } from '#app/banking/providers/qonto/transform'
import { type ReadBytes, uploadAttachments } from '#app/banking/providers/qonto/upload'
import { NoAnswer, type ProviderAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { today } from '#app/kernel/time/calendar_date'

/** What a gateway works with: the connection's client, the bytes of receipts, the accounts of the connection by IBAN. */
export type Way = {
  client: ProviderClient
  readBytes: ReadBytes
  /** Where people sign; null where there is no such place. */
  signAt: string | null
  accountIdOf: (transfer: Transfer) => Promise<string>
}

/** One transfer: the payee is verified, receipts are left there, and then it is asked for. Never throws for what the network does. */
export async function submitTransfer(way: Way, transfer: Transfer, key: string): Promise<SubmitAnswer> {
  let prepared: Prepared
  try {
    prepared = await prepare(way, transfer, key)
  } catch (error) {
    return stopOf(error)
  }
  return sendTransfer(way, { transfer, key, prepared, session: null })
}

async function prepare({ client, readBytes }: Way, transfer: Transfer, key: string): Promise<Prepared> {
  refuseStrange(transfer)
  const payee = await namedPayee(client, transfer.payee, 'trusted')
  const attachmentIds = await uploadAttachments(client, readBytes, transfer, key)
  const { proof } = await verifyPayee(client, payee)
  return {
    proof,
    items: [itemOf(transfer, payee.beneficiaryId, attachmentIds)],
  }
}

/** What of a transfer is settled before it is asked for: it leaves at once unless its day is yet to come. */
export const itemOf = (
  { orderNumber, executionOn }: Transfer,
  beneficiaryId: string | null,
  attachmentIds: readonly string[]
): PreparedItem => ({
  orderNumber,
  beneficiaryId,
  attachmentIds,
  scheduledOn: executionOn > today() ? executionOn : null,
})

type Sent = { transfer: Transfer; key: string; prepared: Prepared; session: string | null }

/** The transfer itself; with the session that somebody has allowed, the same again. */
export async function sendTransfer(way: Way, sent: Sent): Promise<SubmitAnswer> {
  const { transfer, prepared } = sent
  let accountId: string
  try {
    accountId = await way.accountIdOf(transfer)
  } catch (error) {
    return stopOf(error)
  }
  const [item] = prepared.items
  if (!item) throw new Error(`Nothing is prepared for ${transfer.orderNumber}`)
  const value = {
    vop_proof_token: prepared.proof,
    transfer: { bank_account_id: accountId, ...transferFields(transfer, item) },
  }
  return send(way, {
    path: '/v2/sepa/transfers',
    key: sent.key,
    session: sent.session,
    value,
    prepared,
    what: `la transferencia ${transfer.orderNumber}`,
    read: (answer) => takenOf(answer.status, () => ownAnswer(answer, transfer)),
  })
}

/** Under a key that it remembers Qonto says an earlier transfer again, whatever is asked: another one is no answer to this. */
function ownAnswer({ json }: ProviderAnswer, { orderNumber, amountMinor }: Transfer): KnownTransfer {
  const known = knownTransferOf(memberOf(json, 'transfer'))
  if (known.orderNumber === orderNumber && known.amountMinor === amountMinor) return known
  throw new NoAnswer('Qonto respondió con otra transferencia')
}

type Request<Answer> = {
  path: string
  key: string
  session: string | null
  value: unknown
  prepared: Prepared
  /** For the instruction to whoever signs: «la transferencia OP-2026-000123». */
  what: string
  read: (answer: ProviderAnswer) => Answer
  /** A refusal that says more than one thing. */
  readRefusal?: (answer: ProviderAnswer, whole: Refused) => Answer
}

type Refused = SubmitAnswer & { kind: 'refused' }

/** A request that moves money, and what came of it; a success is read by whoever asked. */
export async function send<Answer>(
  { client, signAt: url }: Pick<Way, 'client' | 'signAt'>,
  { path, key, session, value, prepared, what, read, readRefusal }: Request<Answer>
): Promise<Answer | SubmitAnswer> {
  let answer: ProviderAnswer
  try {
    answer = await client.ask({
      method: 'POST',
      path,
      headers: { ...keyHeader(key), ...(session === null ? {} : { 'x-qonto-sca-session-token': session }) },
      body: { kind: 'json', value },
    })
  } catch (error) {
    return silenceOf(error)
  }
  const sca = scaOf(answer)
  if (sca === null) {
    const failure = failureOf(answer)
    if (failure?.kind === 'refused' && readRefusal) return readRefusal(answer, failure)
    return failure ?? read(answer)
  }
  if (sca === 'nobody_can') return { kind: 'refused', httpStatus: answer.status, ...refusalOf(answer) }
  if (sca === 'unreadable') return later('Qonto pide una firma sin decir cuál', undefined, answer.status)
  const asked: Asked = { session: sca.token, path, prepared }
  return {
    kind: 'authorise',
    httpStatus: answer.status,
    authorisation: authorisationOf(asked, { what, url }),
  }
}
