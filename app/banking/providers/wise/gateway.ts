import { GatewayUnavailable, type TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { askForOne, askWise, profileOf, Refusal } from '#app/banking/providers/wise/client'
import { findTransfers } from '#app/banking/providers/wise/find_transfers'
import { answering, type Context, reading } from '#app/banking/providers/wise/gateway_context'
import { isOwnMove, moveOwn, statusOfMove } from '#app/banking/providers/wise/own_move'
import { paths } from '#app/banking/providers/wise/paths'
import { sendTransfer } from '#app/banking/providers/wise/send_transfer'
import { toKnown, UNFUNDED_DAYS } from '#app/banking/providers/wise/transform'
import type { WiseTransfer } from '#app/banking/providers/wise/words'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** Wise never makes a second transfer under one UUID; counted on for as long as an unpaid one lives. */
const WINDOW_SECONDS = UNFUNDED_DAYS * 86_400

/**
 * Payments from balances at Wise. With a personal token of Europe the transfer is made and a person pays it at Wise, until when
 * it waits for authorisation; a partner's connection pays it too. Refunded transfers are `returned`: the balance was charged
 * before. Movements between own balances carry no text, so they are never found by their number: their key alone repeats them.
 */
export function wiseGateway(connection: Connection, client: ProviderClient): TransferGateway {
  const context = async (): Promise<Context> => ({
    connection,
    client,
    profile: await profileOf(connection, client),
  })
  return {
    name: 'wise',
    title: 'Wise',
    capabilities: {
      concurrency: 2,
      batchMax: 1,
      canCancel: true,
      canConfirmPayee: false,
      instant: false,
      payees: ['iban', 'beneficiary'],
      currencies: null,
      quotes: true,
      attachmentAboveMinor: null,
    },
    idempotencyWindowSeconds: WINDOW_SECONDS,
    submit: (transfer, key) =>
      answering(async () =>
        transfer.toOwnRef === null
          ? sendTransfer(await context(), transfer, key)
          : moveOwn(await context(), transfer, key)
      ),
    findSubmission: async (transfer, key) =>
      transfer.toOwnRef === null ? reading(() => findTransfers(connection, client, transfer, key)) : [],
    getStatus: (ref) =>
      reading(async () =>
        isOwnMove(ref) ? statusOfMove(await context(), ref) : statusOf(connection, client, ref)
      ),
    cancel: (ref) => reading(() => cancelTransfer(connection, client, ref)),
    confirmPayee: async () => {
      throw new GatewayUnavailable('Wise does not ask to confirm a payee')
    },
  }
}

async function statusOf(connection: Connection, client: ProviderClient, ref: string) {
  const found = (await askForOne(client, { method: 'GET', path: paths.transfer(ref) })) as WiseTransfer | null
  return found && toKnown(found, connection)
}

/** A transfer that cannot be cancelled any more comes back as it is. */
async function cancelTransfer(connection: Connection, client: ProviderClient, ref: string) {
  if (!isOwnMove(ref))
    try {
      await askWise(client, { method: 'PUT', path: paths.cancel(ref) })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error
    }
  const now = await statusOf(connection, client, ref)
  if (!now) throw new GatewayUnavailable('Wise does not know the transfer')
  return now
}
