/** A bank detail of a supplier or an employee that was added, verified, rejected, replaced as the default or taken out of use. */
export type ChangedBank = {
  payee: 'provider' | 'employee'
  payeeId: number
  /** Null of an account without one: no payment of ours goes there. */
  iban: string | null
  /** Another of the payee's accounts is paid from now on. */
  isReplaced?: boolean
}

type Follower = (bank: ChangedBank) => Promise<void>

const followers: Follower[] = []

/** Higher floors that judge documents by bank details (invoices, payments) follow their changes from here. */
export function followBanks(follower: Follower): void {
  followers.push(follower)
}

/**
 * Tells the followers, after the change is committed: they lock documents of their own, one at a time, and a detail
 * locked meanwhile would stop who pays it.
 */
export async function tellBankChanged(bank: ChangedBank): Promise<void> {
  for (const follower of followers) await follower(bank)
}
