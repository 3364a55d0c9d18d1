/** A supplier's bank detail that was added, verified, rejected or taken out of use. */
export type ChangedBank = { providerId: number; iban: string }

type Follower = (bank: ChangedBank) => Promise<void>

const followers: Follower[] = []

/** Higher floors that judge documents by bank details (invoices) follow their changes from here. */
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
