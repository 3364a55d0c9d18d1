import { receive, standardOf } from '#app/banking/providers/wise/stand_in/wise_ledger'
import type { StoredTransfer, WiseState } from '#app/banking/providers/wise/stand_in/wise_state'
import { cancelTransfer, fundTransfer } from '#app/banking/providers/wise/stand_in/wise_transfers'
import { nowOf, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'
import type { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

const TOLD_BY = 'transferId, reference or customerTransactionId'

/**
 * What people do at Wise. `fund` and `cancel` take `transferId` or the `reference` (the order's number); `receive` takes
 * `currency`, `amountMinor`, `sender`, `iban`, `reference`; `change_amount` takes the transfer and `amountMinor`;
 * `revoke_token` withdraws every token, or the one told; `manners` says how notifications go out, `flush` sends what was kept.
 */
export const actsOf = (world: World, sender: WebhookSender): StandIn['acts'] => ({
  fund: (body) => {
    const transfer = transferIn(world.state, body)
    return { problem: transfer ? fundTransfer(world, transfer) : `no transfer: ${TOLD_BY}` }
  },
  cancel: (body) => {
    const transfer = transferIn(world.state, body)
    return { isCancelled: transfer ? cancelTransfer(world, transfer) : false }
  },
  revoke_token: ({ token }) => {
    for (const [name, known] of Object.entries(world.state.tokens))
      if (token === undefined || token === name) known.isRevoked = true
    world.state.refreshTokens = []
  },
  receive: ({ currency, amountMinor, sender, iban, reference }) => {
    const balance = standardOf(world, String(currency ?? 'EUR'))
    if (!balance) return { problem: 'no balance of this currency' }
    return receive(world, balance, {
      at: nowOf(world),
      minor: Number(amountMinor),
      sender: String(sender ?? 'Cliente'),
      senderAccount: iban === undefined ? null : String(iban),
      reference: String(reference ?? ''),
    })
  },
  manners: ({ times, isShuffled, isSilent }) => {
    sender.manners = {
      times: Number(times ?? 1),
      isShuffled: isShuffled === true,
      isSilent: isSilent === true,
    }
  },
  flush: () => sender.flush(),
  change_amount: (body) => {
    const transfer = transferIn(world.state, body)
    if (transfer) transfer.targetMinor = Number(body.amountMinor)
    return { isChanged: transfer !== undefined }
  },
})

function transferIn({ transfers }: WiseState, body: Record<string, unknown>): StoredTransfer | undefined {
  const { transferId, reference, customerTransactionId } = body
  return transfers.findLast(
    (one) =>
      String(one.id) === String(transferId) ||
      one.customerTransactionId === customerTransactionId ||
      (typeof reference === 'string' &&
        (one.reference === reference || one.reference.startsWith(`${reference} `)))
  )
}
