/**
 * What this process knows before the database does: between an answer that ends all calling and the commit that tells the
 * other processes, no further request of this one may leave. `mark` stands for what authorised a request.
 */
const untilByConnector = new Map<number, number>()
const refusedByConnector = new Map<number, string>()
const workedByConnector = new Map<number, string>()

/** Nothing leaves for this connection before that instant. */
export function haltUntil(connectorId: number, untilMs: number): void {
  untilByConnector.set(connectorId, Math.max(untilMs, untilByConnector.get(connectorId) ?? 0))
}

export const isHalted = (connectorId: number, nowMs = Date.now()): boolean =>
  nowMs < (untilByConnector.get(connectorId) ?? 0)

/** An authorisation that was refused is not sent again. */
export function noteRefused(connectorId: number, mark: string): void {
  refusedByConnector.set(connectorId, mark)
}

export const isRefused = (connectorId: number, mark: string): boolean =>
  refusedByConnector.get(connectorId) === mark

/** One that was accepted may have come to its end when it is refused later; one that never was is no good. */
export function noteWorked(connectorId: number, mark: string): void {
  workedByConnector.set(connectorId, mark)
}

export const hasWorked = (connectorId: number, mark: string): boolean =>
  workedByConnector.get(connectorId) === mark

/** Somebody tries again by hand. */
export function forgetHalts(connectorId: number): void {
  untilByConnector.delete(connectorId)
  refusedByConnector.delete(connectorId)
}
