import type { ConnectorStatus } from '#app/connectors/workflows/connector_workflow'
import type { Transaction } from '#app/kernel/database/sql'

/** A connection that went from one state to another; `from` is null for one that has just been made. */
export type ConnectorTurn = {
  connectorId: number
  from: ConnectorStatus | null
  to: ConnectorStatus
}

type Follower = (turn: ConnectorTurn, trx: Transaction) => Promise<void>

const followers: Follower[] = []

/** Lets a higher floor act when a connection changes its state, in the same transaction: no network calls. */
export function followConnectors(follower: Follower): void {
  followers.push(follower)
}

/** Tells everybody who follows connections. */
export async function tellConnectorTurn(turn: ConnectorTurn, trx: Transaction): Promise<void> {
  for (const follow of followers) await follow(turn, trx)
}
