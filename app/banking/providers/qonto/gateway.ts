import {
  type Authorisation,
  GatewayUnavailable,
  type Submission,
  type SubmitAnswer,
  type Transfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { refusal, Stopped } from '#app/banking/providers/qonto/answers'
import {
  askedOf,
  isOf,
  isOver,
  pollSession,
  signingAddress,
} from '#app/banking/providers/qonto/authorisation'
import { BULK_MAX, BULK_PATH, sendBulk, submitBulk } from '#app/banking/providers/qonto/bulk'
import { keyHeader } from '#app/banking/providers/qonto/client'
import { readAccounts } from '#app/banking/providers/qonto/feed'
import { findTransfers, statusOf } from '#app/banking/providers/qonto/look_up'
import { sendOwn } from '#app/banking/providers/qonto/own_transfers'
import { verifyPayee } from '#app/banking/providers/qonto/payees'
import { readRef } from '#app/banking/providers/qonto/refs'
import { ATTACHMENT_ABOVE_MINOR } from '#app/banking/providers/qonto/request'
import { sendTransfer, submitTransfer, type Way } from '#app/banking/providers/qonto/submit'
import type { ReadBytes } from '#app/banking/providers/qonto/upload'
import { NoAnswer, NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

const WINDOW_SECONDS = 30 * 60

/** A stored file's bytes, loaded only when a receipt goes along. */
const readStored: ReadBytes = async (fileId) => {
  const { findFile, readFileBytes } = await import('#app/files/store_file')
  const file = await findFile(fileId)
  if (!file)
    throw new Stopped(refusal('attachment_gone', 'El justificante ya no existe. Adjúntelo de nuevo.'))
  return readFileBytes(file)
}

/** The way out of the accounts of a connection with Qonto. */
export function qontoGateway(
  connection: Connection,
  client: ProviderClient,
  readBytes: ReadBytes = readStored
): TransferGateway {
  const way: Way = {
    client,
    readBytes,
    signAt: signingAddress(connection),
    accountIdOf: (transfer) => accountIdOf(client, transfer),
  }
  return {
    name: 'qonto',
    title: 'Qonto',
    capabilities: {
      concurrency: 4,
      batchMax: BULK_MAX,
      canCancel: true,
      canConfirmPayee: false,
      instant: false,
      payees: ['iban', 'beneficiary'],
      currencies: ['EUR'],
      quotes: false,
      attachmentAboveMinor: ATTACHMENT_ABOVE_MINOR,
    },
    idempotencyWindowSeconds: WINDOW_SECONDS,
    submit: (transfer, key) =>
      transfer.toOwnRef === null
        ? submitTransfer(way, transfer, key)
        : sendOwn(way, { transfer, key, session: null }),
    submitBulk: (submissions, bulkKey) => submitTogether(way, submissions, bulkKey),
    resume: (submissions, key, authorisation) => resume(way, submissions, key, authorisation),
    findSubmission: (transfer, key) => orUnavailable(() => findTransfers(way, transfer, key)),
    getStatus: (ref) => orUnavailable(() => statusOf(client, ref)),
    cancel: (ref) => orUnavailable(() => cancel(client, ref)),
    checkPayee: (payee) =>
      orUnavailable(async () => {
        const { result, officialName } = await verifyPayee(client, payee)
        return { result, officialName }
      }),
    confirmPayee: () => Promise.reject(new GatewayUnavailable('Qonto never waits for it')),
  }
}

async function accountIdOf(
  client: ProviderClient,
  { debtorRef, debtorIban }: Pick<Transfer, 'debtorRef' | 'debtorIban'>
): Promise<string> {
  if (debtorRef !== null) return debtorRef
  const found = (await readAccounts(client)).find(({ iban }) => iban === debtorIban)
  if (found) return found.id
  throw new Stopped(refusal('bank_account_not_found', 'La cuenta de cargo no existe en Qonto.'))
}

/** Money between own accounts has a call of its own, one each; the rest leaves in one. */
async function submitTogether(
  way: Way,
  submissions: readonly Submission[],
  bulkKey: string
): Promise<SubmitAnswer[]> {
  const away = submissions.filter(({ transfer }) => transfer.toOwnRef === null)
  const bulk = await submitBulk(way, away, bulkKey)
  const answers: SubmitAnswer[] = []
  for (const submission of submissions) {
    const { transfer, key } = submission
    const at = away.indexOf(submission)
    const answer = at >= 0 ? bulk[at] : await sendOwn(way, { transfer, key, session: null })
    if (answer) answers.push(answer)
  }
  return answers
}

/** What somebody has said at Qonto; a yes sends the same request again. */
async function resume(
  way: Way,
  submissions: readonly Submission[],
  key: string,
  authorisation: Authorisation
): Promise<SubmitAnswer[]> {
  const each = (answer: SubmitAnswer) => submissions.map(() => answer)
  const denied = (message: string) => each({ kind: 'denied', httpStatus: null, message })
  const asked = askedOf(authorisation)
  const [first] = submissions
  if (!asked || !first) return denied('No se sabe qué había que firmar en Qonto. Vuelva a enviar la orden.')
  if (!isOf(asked.prepared, submissions))
    return denied('Lo que había que firmar en Qonto ha cambiado. Vuelva a enviar la orden.')
  if (isOver(authorisation)) return denied('Nadie ha firmado en Qonto en los 15 minutos que da.')
  const { session, prepared } = asked
  const result = await pollSession(way.client, session)
  if (result === 'deny') return denied('La firma se ha rechazado en Qonto.')
  if (result === 'waiting') return each({ kind: 'authorise', httpStatus: null, authorisation })
  const { transfer } = first
  const answers =
    asked.path === BULK_PATH
      ? await sendBulk(way, { submissions, key, prepared, session })
      : [
          transfer.toOwnRef === null
            ? await sendTransfer(way, { transfer, key, prepared, session })
            : await sendOwn(way, { transfer, key, session }),
        ]
  // What could not leave yet is signed all the same: it goes with the same signature the next time.
  return answers.map((answer) =>
    answer.kind === 'later' ? { kind: 'authorise', httpStatus: answer.httpStatus, authorisation } : answer
  )
}

/** Asked to cancel, and then read: what counts is what it is afterwards. */
async function cancel(client: ProviderClient, ref: string) {
  const before = readRef(ref) ? await statusOf(client, ref) : null
  const transferRef = before?.ref ?? ref
  if (readRef(transferRef) === null)
    await client.ask({
      method: 'POST',
      path: `/v2/sepa/transfers/${encodeURIComponent(transferRef)}/cancel`,
      headers: keyHeader(`cancel ${transferRef}`),
    })
  const after = await statusOf(client, transferRef)
  if (after === null) throw new GatewayUnavailable('Qonto does not know the transfer')
  return after
}

async function orUnavailable<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof NotSent || error instanceof Stopped)
      throw new GatewayUnavailable(error.message, { cause: error })
    throw error
  }
}
