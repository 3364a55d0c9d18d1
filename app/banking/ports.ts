import { port } from '#app/kernel/port'

/** A transfer that a provider told about, by the provider's key of it. */
export type ToldTransfer = { connectorId: number; provider: string; ref: string }

/**
 * What payments make of it: `followed` where it is one of ours and its state was asked for, `waiting` while the answer to
 * a submission of ours is outstanding that it may belong to, `unknown` where nobody here made it.
 */
export type TransferOutcome = 'followed' | 'waiting' | 'unknown'

/** Who follows transfers of ours; asked again with the same transfer as often as the provider tells of it. */
export const transferFollowers =
  port<(transfer: ToldTransfer) => Promise<TransferOutcome>>('who follows transfers')
