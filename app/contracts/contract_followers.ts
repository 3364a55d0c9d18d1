/** A contract whose terms or prices changed for invoices of these companies. */
export type ChangedContract = { contractId: number; providerId: number; siteIds: number[] }

type Follower = (contract: ChangedContract) => Promise<void>

const followers: Follower[] = []

/** Higher floors that hold documents against contracts (invoices) follow their changes from here. */
export function followContracts(follower: Follower): void {
  followers.push(follower)
}

/** Tells the followers, after the change is committed: they lock documents of their own, one at a time. */
export async function tellContractChanged(contract: ChangedContract): Promise<void> {
  for (const follower of followers) await follower(contract)
}
