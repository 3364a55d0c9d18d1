import type { TransferGateway } from '#app/payments/gateway/transfer_gateway'

/** The gateway of an account; null while the bank may not be asked (paused, credentials expired). */
type Opener = (account: { bankAccountId: number }) => Promise<TransferGateway | null>

const openers = new Map<string, Opener>()

/** Connectors say here how a bank is reached; `name` is what bank profiles of channel `api` carry. */
export function registerGateway(name: string, open: Opener): void {
  openers.set(name, open)
}

/** The bank behind an account; null when no connector knows it or it is not active. */
export async function openGateway(
  name: string | null,
  account: { bankAccountId: number }
): Promise<TransferGateway | null> {
  const open = name === null ? undefined : openers.get(name)
  return open ? open(account) : null
}
