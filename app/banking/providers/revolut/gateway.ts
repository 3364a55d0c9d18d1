import {
  GatewayUnavailable,
  type KnownTransfer,
  type Transfer,
  type TransferGateway,
} from '#app/banking/gateway/transfer_gateway'
import { deleteDraft, draftIdOf } from '#app/banking/providers/revolut/drafts'
import { findTransfers, readTransfer } from '#app/banking/providers/revolut/look_up'
import { checkName } from '#app/banking/providers/revolut/payees'
import { submitTransfer } from '#app/banking/providers/revolut/submit'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

export const REVOLUT = 'revolut'
export const REVOLUT_TITLE = 'Revolut Business'

/** A payment takes two requests or three, and sixty a minute are all there are. */
const CONCURRENCY = 2
const BATCH_MAX = 200
/** Revolut does not say for how long it knows a key: a day, to be careful. Afterwards only looking it up counts. */
const KEY_SECONDS = 24 * 3600

/** The way out of an account of a business. With the setting `drafts` every payment leaves as a draft. */
export function revolutGateway(connection: Connection, client: ProviderClient): TransferGateway {
  const isDraft = (transfer: Transfer) =>
    transfer.toOwnRef === null && (transfer.asDraft === true || connection.settings.drafts === true)
  const known = (ref: string) => reach(() => readTransfer(connection, client, ref))
  return {
    name: REVOLUT,
    title: REVOLUT_TITLE,
    capabilities: {
      concurrency: CONCURRENCY,
      batchMax: BATCH_MAX,
      canCancel: true,
      canConfirmPayee: false,
      instant: false,
      payees: ['iban', 'beneficiary'],
      currencies: null,
      quotes: true,
      attachmentAboveMinor: null,
    },
    idempotencyWindowSeconds: KEY_SECONDS,
    submit: (transfer, key) =>
      submitTransfer({ connection, client, transfer, key, isDraft: isDraft(transfer) }),
    findSubmission: (transfer, key) =>
      reach(() => findTransfers(connection, client, { transfer, key, isDraft: isDraft(transfer) })),
    getStatus: known,
    cancel: (ref) => reach(() => cancelTransfer(connection, client, ref)),
    checkPayee: (payee) => reach(() => checkName(client, payee)),
    confirmPayee: async (ref) => thereOf(await known(ref)),
  }
}

/** Only a draft can be taken back, and only until somebody has sent it. */
async function cancelTransfer(
  connection: Connection,
  client: ProviderClient,
  ref: string
): Promise<KnownTransfer> {
  const before = thereOf(await readTransfer(connection, client, ref))
  const draft = draftIdOf(ref)
  if (draft === null || before.state !== 'awaiting_authorisation') return before
  await deleteDraft(client, draft)
  const after = await readTransfer(connection, client, ref)
  return after ?? { ...before, state: 'cancelled', providerStatus: 'DELETED', authorisation: null }
}

function thereOf(known: KnownTransfer | null): KnownTransfer {
  if (!known) throw new GatewayUnavailable('Revolut no conoce este pago.')
  return known
}

/** Any failure of asking, in the one way that the users of a gateway know. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayUnavailable || !(error instanceof Error)) throw error
    throw new GatewayUnavailable(error.message, { cause: error })
  }
}
