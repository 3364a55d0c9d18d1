import type { TransferGateway } from '#app/banking/gateway/transfer_gateway'

/** Something a bank told by itself: which transfer it is about, not what to believe of it. */
export type Notification = { externalId: string; reference: string | null; providerRef: string | null }

/** A bank that bank profiles name, and what it tells at the address of its name. */
export type ProfileGateway = TransferGateway & {
  /** What a received notification is about; null when its signature or its time is not right. */
  readNotification: (
    raw: string,
    headers: Readonly<Record<string, string | undefined>>
  ) => Notification | null
}

/** The gateway of an account; null while the bank may not be asked. */
type Opener = (account: { bankAccountId: number }) => Promise<ProfileGateway | null>

const openers = new Map<string, Opener>()

/** Says how a bank is reached that is no connection; `name` is what bank profiles of channel `api` carry. */
export function registerGateway(name: string, open: Opener): void {
  openers.set(name, open)
}

/** The bank behind an account; null when nobody registered it or it is not active. */
export async function openGateway(
  name: string | null,
  account: { bankAccountId: number }
): Promise<ProfileGateway | null> {
  const open = name === null ? undefined : openers.get(name)
  return open ? open(account) : null
}
