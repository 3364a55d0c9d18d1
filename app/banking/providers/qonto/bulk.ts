import type { KnownTransfer, Submission, SubmitAnswer } from '#app/banking/gateway/transfer_gateway'
import { later, refusal, stopOf } from '#app/banking/providers/qonto/answers'
import type { Prepared } from '#app/banking/providers/qonto/authorisation'
import { memberOf, uuidOf } from '#app/banking/providers/qonto/client'
import { type Named, namedPayee, verifyPayees } from '#app/banking/providers/qonto/payees'
import { writeRef } from '#app/banking/providers/qonto/refs'
import { errorsOf, sentenceOf } from '#app/banking/providers/qonto/refusals'
import { refuseStrange, transferFields } from '#app/banking/providers/qonto/request'
import { itemOf, send, type Way } from '#app/banking/providers/qonto/submit'
import { uploadAttachments } from '#app/banking/providers/qonto/upload'
import type { WireBulkResult } from '#app/banking/providers/qonto/wire'
import type { ProviderAnswer } from '#app/connectors/client/provider_client'

export const BULK_MAX = 400
const SOON_SECONDS = 5
export const BULK_PATH = '/v2/sepa/bulk_transfers'

/** Transfers that leave together with one signature; those that cannot go are left out of the bulk, each with why. */
export async function submitBulk(
  way: Way,
  submissions: readonly Submission[],
  bulkKey: string
): Promise<SubmitAnswer[]> {
  const answers = new Map<Submission, SubmitAnswer>()
  const going: { submission: Submission; payee: Named; attachmentIds: string[] }[] = []
  for (const submission of submissions) {
    const { transfer, key } = submission
    try {
      refuseStrange(transfer)
      const payee = await namedPayee(way.client, transfer.payee, 'any')
      const attachmentIds = await uploadAttachments(way.client, way.readBytes, transfer, key)
      going.push({ submission, payee, attachmentIds })
    } catch (error) {
      answers.set(submission, stopOf(error))
    }
  }
  const sent = await sendPrepared(way, going, bulkKey)
  for (const [at, { submission }] of going.entries())
    answers.set(submission, sent[at] ?? later('La remesa no se ha enviado'))
  return submissions.map((submission) => answers.get(submission) ?? later('La remesa no se ha enviado'))
}

async function sendPrepared(
  way: Way,
  going: readonly { submission: Submission; payee: Named; attachmentIds: string[] }[],
  bulkKey: string
): Promise<SubmitAnswer[]> {
  if (going.length === 0) return []
  let proof: string
  try {
    proof = await verifyPayees(
      way.client,
      going.map(({ payee }) => payee)
    )
  } catch (error) {
    return going.map(() => stopOf(error))
  }
  const prepared: Prepared = {
    proof,
    items: going.map(({ submission, payee, attachmentIds }) =>
      itemOf(submission.transfer, payee.beneficiaryId, attachmentIds)
    ),
  }
  const submissions = going.map(({ submission }) => submission)
  return sendBulk(way, { submissions, key: bulkKey, prepared, session: null })
}

type Sent = { submissions: readonly Submission[]; key: string; prepared: Prepared; session: string | null }

/**
 * The bulk itself, always in the order in which it was prepared; with the session that somebody has allowed, the same again. An
 * answer each, in the order given.
 */
export async function sendBulk(way: Way, { submissions, ...sent }: Sent): Promise<SubmitAnswer[]> {
  const ordered = sent.prepared.items.flatMap(
    ({ orderNumber }) => submissions.find(({ transfer }) => transfer.orderNumber === orderNumber) ?? []
  )
  const answers = await sendOrdered(way, { submissions: ordered, ...sent })
  return submissions.map(
    (submission) => answers[ordered.indexOf(submission)] ?? later('La remesa no se ha enviado')
  )
}

async function sendOrdered(way: Way, sent: Sent): Promise<SubmitAnswer[]> {
  const { submissions, prepared } = sent
  const [first] = submissions
  if (!first) return []
  let accountId: string
  try {
    accountId = await way.accountIdOf(first.transfer)
  } catch (error) {
    return submissions.map(() => stopOf(error))
  }
  const value = {
    vop_proof_token: prepared.proof,
    bank_account_id: accountId,
    bulk_transfers: submissions.flatMap(({ transfer, key }, at) => {
      const item = prepared.items[at]
      return item ? [{ client_transfer_id: uuidOf(key), ...transferFields(transfer, item) }] : []
    }),
  }
  const given = await send(way, {
    path: BULK_PATH,
    key: sent.key,
    session: sent.session,
    value,
    prepared,
    what: `la remesa de ${submissions.length} transferencias`,
    read: (answer) => readBulk(answer, submissions),
    readRefusal: (answer, whole) => refusedEach(answer, whole, submissions),
  })
  return Array.isArray(given) ? given : submissions.map(() => given)
}

function readBulk(answer: ProviderAnswer, submissions: readonly Submission[]): SubmitAnswer[] {
  const bulk = memberOf(answer.json, 'bulk_transfer')
  const id = memberOf(bulk, 'id')
  const httpStatus = answer.status
  // Under a key that it remembers Qonto says an earlier bulk again: one of another size is no answer to this.
  if (typeof id !== 'string' || memberOf(bulk, 'total_count') !== submissions.length)
    return submissions.map(() => ({
      kind: 'unknown',
      httpStatus,
      reason: 'Qonto respondió algo que no se entiende',
    }))
  return submissions.map(({ transfer, key }) => ({
    kind: 'taken',
    httpStatus,
    transfer: bulkItem(
      { bulkId: id, clientId: uuidOf(key), ...transfer },
      { client_transfer_id: uuidOf(key), status: 'pending' }
    ),
  }))
}

/** Qonto takes a bulk whole or not at all. What it finds wrong is refused; the rest may go without it. */
function refusedEach(
  { json, status }: ProviderAnswer,
  whole: SubmitAnswer & { kind: 'refused' },
  submissions: readonly Submission[]
): SubmitAnswer[] {
  const wrong = new Map(
    errorsOf({ json }).flatMap((error) => {
      const [, at] = /^\/?bulk_transfers\/(\d+)\b/.exec(error.source?.pointer ?? '') ?? []
      return at === undefined
        ? []
        : [[Number(at), refusal(error.code ?? whole.code, sentenceOf(error), status)] as const]
    })
  )
  if (wrong.size === 0) return submissions.map(() => whole)
  return submissions.map(
    (_, at) => wrong.get(at) ?? later('Otra transferencia de la remesa no se admite', SOON_SECONDS, status)
  )
}

type Item = {
  bulkId: string
  clientId: string
  amountMinor: number
  orderNumber: string
}

/** An item of a bulk whose transfer does not exist, not yet or never. */
export function bulkItem(
  { bulkId, clientId, amountMinor, orderNumber }: Item,
  { status, errors }: WireBulkResult
): KnownTransfer {
  const hasFailed = status === 'failed'
  const [error] = errors ?? []
  return {
    ref: writeRef({ kind: 'bulk', id: bulkId, part: clientId, amountMinor, orderNumber }),
    orderNumber,
    amountMinor,
    currency: 'EUR',
    payee: { iban: null, externalId: null, email: null },
    state: hasFailed ? 'rejected' : 'processing',
    providerStatus: status,
    on: null,
    code: hasFailed ? (error?.code ?? 'failed') : null,
    message: hasFailed ? sentenceOf(error ?? { code: 'failed' }) : null,
    authorisation: null,
  }
}
